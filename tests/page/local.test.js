import "./core.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const { isLocal, localHost, localRecords, newLocalGame, removeLocalGame, storeRecord } = await import("../../crates/server/page/local.js");

beforeEach(() => localStorage.clear());

const person = { kind: "person", name: "" };
const start = async (/** @type {object} */ more = {}) => (await newLocalGame({ game: "staqs", seats: [person, person], ...more })).id;
const command = (/** @type {string} */ id, /** @type {any} */ what) => localHost.command(id, null, what);

test("two people at one device play, take back and resign without a server", async () => {
  const id = await start();
  assert.ok(isLocal(id));
  const before = await localHost.table(id, null);
  assert.deepEqual([before.turn, before.you, before.seats.length], [0, [0, 1], 2]);
  await assert.rejects(command(id, { command: "play", mv: "nonsense" }), /nonsense/);
  const played = await command(id, { command: "play", mv: "a1" });
  assert.deepEqual([played.turn, played.history.length], [1, 2]);
  const back = await command(id, { command: "takeback" });
  assert.equal(back.current, 0);
  const over = await command(id, { command: "resign" });
  assert.deepEqual(over.result?.winners, [1]);
});

test("a game is stored after every command and continues from its record", async () => {
  const id = await start();
  await command(id, { command: "play", mv: "a1" });
  const record = localRecords()[id] ?? "";
  assert.match(record, /a1/);
  removeLocalGame(id);
  await assert.rejects(localHost.table(id, null), /no such game/);
  storeRecord(id, record);
  assert.equal((await localHost.table(id, null)).history.length, 2);
});

test("a rematch is a new game with the players one seat further", async () => {
  const id = await start({ seats: [{ ...person, name: "Ann" }, { ...person, name: "Bob" }] });
  await command(id, { command: "resign" });
  const { rematch } = await command(id, { command: "rematch" });
  assert.ok(rematch);
  const next = await localHost.table(rematch.id, null);
  assert.deepEqual(next.seats.map(({ name }) => name), ["Bob", "Ann"]);
  assert.equal(next.result, null);
});

test("games with people elsewhere need a server", async () => {
  await assert.rejects(start({ seats: [person, { kind: "remote" }] }), /need a server/);
});
