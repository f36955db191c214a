import { FakeSocket, sockets } from "./fakes.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const { Live, reconnectDelay } = await import("../../crates/server/page/socket.js");

beforeEach(() => void (sockets.length = 0));

/** A connection that records what it reports. */
function connect() {
  const leaving = new AbortController();
  /** @type {any[]} */
  const reports = [];
  const live = new Live("api/tables/table1/socket", leaving.signal, {
    message: (message, first) => reports.push([message, first]),
    online: (online) => reports.at(-1) !== online && reports.push(online),
  }, "secret");
  return { live, leaving, reports };
}

/** @param {number} index */
const socket = (index) => /** @type {FakeSocket} */ (sockets[index]);

test("the delay doubles with every failure up to a maximum, with a random share", () => {
  assert.deepEqual([0, 1, 2, 20].map((failures) => reconnectDelay(failures, 0.5)), [400, 800, 1600, 15_000]);
  assert.deepEqual([0, 1].map((random) => Math.round(reconnectDelay(0, random))), [280, 520]);
});

test("a connection sends its secret and marks its first message", () => {
  const { leaving, reports } = connect();
  assert.equal(socket(0).url, "wss://example.org/games/api/tables/table1/socket");
  socket(0).open();
  assert.deepEqual(socket(0).sent, ['{"auth":"secret","watching":true}', '{"changes":true}']);
  socket(0).receive("one");
  socket(0).receive("two");
  assert.deepEqual(reports, [true, ["one", true], true, ["two", false]]);
  leaving.abort();
  assert.ok(socket(0).isClosed);
});

test("a closed connection is opened again, and the first message is marked again", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { leaving, reports } = connect();
  socket(0).open();
  socket(0).receive("one");
  socket(0).onclose();
  assert.equal(reports.at(-1), false);
  assert.equal(sockets.length, 1);
  t.mock.timers.tick(520);
  assert.equal(sockets.length, 2);
  socket(1).open();
  socket(1).receive("two");
  assert.deepEqual(reports.at(-1), ["two", true]);
  leaving.abort();
});

test("a silent connection is replaced", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { leaving, reports } = connect();
  socket(0).open();
  t.mock.timers.tick(24_999);
  socket(0).receive("still here");
  t.mock.timers.tick(24_999);
  assert.equal(sockets.length, 1);
  t.mock.timers.tick(1);
  assert.equal(sockets.length, 2);
  assert.ok(socket(0).isClosed);
  assert.equal(reports.at(-1), false);
  leaving.abort();
});

test("after leaving the page, nothing connects again", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { leaving } = connect();
  leaving.abort();
  socket(0).onclose();
  t.mock.timers.tick(60_000);
  assert.equal(sockets.length, 1);
});

test("watching is sent only when it changes", () => {
  const { live, leaving } = connect();
  socket(0).open();
  live.watch(true);
  live.watch(false);
  live.watch(false);
  assert.deepEqual(socket(0).sent.slice(2), ['{"watching":false}']);
  leaving.abort();
});

test("changes are applied to the table of the connection", async () => {
  const { live, leaving, reports } = connect();
  socket(0).open();
  const entry = (/** @type {number} */ id, /** @type {number[]} */ children) => ({ id, children });
  socket(0).receive({ type: "table", table: { revision: 5, current: 0, history: [entry(0, [])] } });
  assert.ok(live.isOpen());
  const reached = live.reach(6);
  const change = { type: "change", since: 5, entries: [entry(0, [1]), entry(1, [])], table: { revision: 6, current: 1 } };
  socket(0).receive(change);
  const expected = { revision: 6, current: 1, rows: [], history: [entry(0, [1]), entry(1, [])] };
  assert.deepEqual(reports.at(-1), [{ type: "table", table: expected }, false]);
  assert.deepEqual(await reached, expected);
  // A change after one that was lost cannot be applied: the connection starts again.
  socket(0).receive({ ...change, since: 7 });
  assert.equal(sockets.length, 2);
  assert.ok(!live.isOpen());
  leaving.abort();
});

test("a change that does not arrive is not waited for forever", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { live, leaving } = connect();
  const reached = live.reach(1);
  t.mock.timers.tick(2000);
  assert.equal(await reached, null);
  leaving.abort();
});
