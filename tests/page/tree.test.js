import "./core.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const { neighbours, pathTo } = await import("../../crates/server/page/moves.js");
const { Tree } = await import("../../crates/server/page/tree.js");

beforeEach(() => sessionStorage.clear());

const newTree = () => Tree.from("staqs");
const RECORD = '[Game "staqs"]\n\n1. a1 b1 (1... c1 2. d1) 2. e1\n';

test("a move that is known is not added again", () => {
  const tree = newTree();
  const first = tree.add(0, "a1");
  assert.equal(tree.add(0, "a1"), first);
  assert.notEqual(tree.add(0, "b2"), first);
  assert.deepEqual(tree.at(0).children, [1, 2]);
});

test("a move that is not legal is refused with a reason", () => {
  assert.throws(() => newTree().add(0, "z9"), /z9/);
});

test("a record is added with its variations, players and numbers", () => {
  const tree = Tree.fromRecord(RECORD);
  const found = tree.nodes.map(({ mv, player, number, parent }) => [mv, player, number, parent]);
  assert.deepEqual(found.slice(0, 3), [["", 0, 0, null], ["a1", 0, 1, 0], ["b1", 1, 1, 1]]);
  const variation = tree.nodes.find(({ mv }) => mv === "d1");
  assert.ok(variation);
  assert.deepEqual([variation.number, tree.line(variation.id)], [2, "a1 c1 d1"]);
});

test("a text with several games is refused", () => {
  assert.throws(() => Tree.fromRecord(`${RECORD}\n${RECORD}`), /several games/);
});

test("a stored tree is found by the position that was shown", () => {
  const tree = newTree();
  tree.current = tree.add(0, "a1");
  tree.store("after a1");
  assert.equal(Tree.stored("staqs", "after a1")?.line(1), "a1");
  assert.equal(Tree.stored("staqs", "start"), null);
  assert.equal(Tree.stored("qawale", "after a1"), null);
});

test("only the latest trees are stored, and broken storage is ignored", () => {
  for (let index = 0; index < 20; index++) newTree().store(`position ${index}`);
  assert.equal(Tree.stored("staqs", "position 11"), null);
  assert.ok(Tree.stored("staqs", "position 12"));
  sessionStorage.setItem("strata.analysis", "{broken");
  assert.equal(Tree.stored("staqs", "position 12"), null);
});

test("neighbours follow the first variation", () => {
  const tree = newTree();
  const first = tree.add(0, "a1");
  const other = tree.add(0, "b2");
  const last = tree.add(first, "c3");
  assert.deepEqual(pathTo(tree.nodes, other).map(({ mv }) => mv), ["", "b2"]);
  assert.deepEqual(neighbours(tree.nodes, 0), { first: 0, back: null, forward: first, last });
  assert.deepEqual(neighbours(tree.nodes, last), { first: 0, back: first, forward: null, last });
});
