import { fakeElement } from "./fakes.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { Clocks, clockText } = await import("../../crates/server/page/clock.js");

test("times are written with tenths only in the last ten seconds", () => {
  assert.deepEqual([3_723_000, 62_999, 10_000, 9_999, 50, -5].map(clockText), ["1:02:03", "1:02", "0:10", "9.9", "0.0", "0.0"]);
});

test("only the clock of the player to move runs, and it stops while the connection is lost", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const leaving = new AbortController();
  const clocks = new Clocks(leaving.signal);
  const faces = [0, 1].map((player) => {
    const face = fakeElement();
    clocks.faces.set(player, face);
    return face;
  });
  const texts = () => faces.map(({ textContent }) => textContent);
  const clock = { game_ms: 60_000, turn_ms: null };
  clocks.update(/** @type {any} */ ({ clocks: [clock, clock], clock_running: 1 }));
  now = 2000;
  t.mock.timers.tick(100);
  assert.deepEqual(texts(), ["1:00", "0:58"]);
  clocks.setOnline(false);
  now = 9000;
  t.mock.timers.tick(100);
  assert.deepEqual(texts(), ["1:00", "0:58"]);
  assert.ok(faces[0].classList.contains("unsure"));
  leaving.abort();
});
