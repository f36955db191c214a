import assert from "node:assert/strict";
import { test } from "node:test";
import { moveNumbers } from "../../crates/server/page/numbering.js";

/** A line of moves by these players. @param {number[]} players */
const line = (players) => [{ id: 0, parent: /** @type {number | null} */ (null), player: players[0] ?? 0, mv: "" },
  ...players.map((player, index) => ({ id: index + 1, parent: /** @type {number | null} */ (index), player, mv: "x" }))];

/** @param {number[]} players */
const numbers = (players) => [...moveNumbers(line(players)).values()].slice(1);

test("players who take turns share a row", () => {
  assert.deepEqual(numbers([0, 1, 0, 1]), [1, 1, 2, 2]);
  assert.deepEqual(numbers([0, 1, 2, 0, 1, 2]), [1, 1, 1, 2, 2, 2]);
});

test("a player who moves twice starts a new row", () => {
  assert.deepEqual(numbers([0, 1, 0, 1, 1, 0]), [1, 1, 2, 2, 3, 4]);
});

test("a game that the second player starts has one row for the first move", () => {
  assert.deepEqual(numbers([1, 0, 1]), [1, 2, 2]);
});

test("a player who is out leaves a gap, not a new row", () => {
  assert.deepEqual(numbers([0, 2, 0, 2]), [1, 1, 2, 2]);
});

test("variations continue the number of their parent", () => {
  const nodes = [...line([0, 1, 0]), { id: 4, parent: 1, player: 1, mv: "y" }, { id: 5, parent: 4, player: 0, mv: "z" }];
  const found = moveNumbers(nodes);
  assert.deepEqual([found.get(4), found.get(5)], [1, 2]);
});
