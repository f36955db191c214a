import "./fakes.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { knownParts } = await import("../../crates/server/page/graph.js");

/** @param {(number | null)[]} chances @returns {any[]} */
const values = (...chances) => chances.map((chance) => (chance === null ? null : { chance }));

test("positions that are not reviewed yet are not part of the graph", () => {
  assert.deepEqual(knownParts(values(null, null, null, 0.4, 1)), [[{ move: 3, chance: 0.4 }, { move: 4, chance: 1 }]]);
  assert.deepEqual(knownParts(values(null, null)), []);
});

test("a gap of several positions interrupts the graph, a single one does not", () => {
  const parts = knownParts(values(0.5, null, 0.6, null, null, 0.7));
  assert.deepEqual(parts.map((part) => part.map(({ move }) => move)), [[0, 2], [5]]);
});
