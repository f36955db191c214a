import "./fakes.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { neighbours, pathTo } from "../../crates/server/page/moves.js";
import { Tree } from "../../crates/server/page/tree.js";

beforeEach(() => sessionStorage.clear());

const newTree = () => new Tree("game", { position: "start", turn: 0 });

test("a move that is known is not added again", () => {
  const tree = newTree();
  const first = tree.add(0, "a1", 0);
  assert.equal(tree.add(0, "a1", 0), first);
  assert.notEqual(tree.add(0, "b2", 0), first);
  assert.deepEqual(tree.at(0).children, [1, 2]);
});

test("a record is added with its variations and players", () => {
  const tree = newTree();
  tree.addRecord(0, [{ mv: "a1", player: 0 }, { mv: "b2", player: 1, variations: [[{ mv: "c3", player: 1 }, { mv: "d4", player: 1 }]] }]);
  assert.deepEqual(tree.nodes.map(({ mv, player, parent }) => [mv, player, parent]),
    [["", 0, null], ["a1", 0, 0], ["b2", 1, 1], ["c3", 1, 1], ["d4", 1, 3]]);
  assert.equal(tree.line(4), "a1 c3 d4");
});

test("a stored tree is found by the position that was shown", () => {
  const tree = newTree();
  tree.current = tree.add(0, "a1", 0);
  tree.store("after a1");
  assert.equal(Tree.stored("game", "after a1")?.line(1), "a1");
  assert.equal(Tree.stored("game", "start"), null);
  assert.equal(Tree.stored("other", "after a1"), null);
});

test("only the latest trees are stored, and broken storage is ignored", () => {
  for (let index = 0; index < 20; index++) newTree().store(`position ${index}`);
  assert.equal(Tree.stored("game", "position 11"), null);
  assert.ok(Tree.stored("game", "position 12"));
  sessionStorage.setItem("strata.analysis", "{broken");
  assert.equal(Tree.stored("game", "position 12"), null);
});

test("neighbours follow the first variation", () => {
  const tree = newTree();
  tree.addRecord(0, [{ mv: "a1", player: 0, variations: [[{ mv: "b2", player: 0 }]] }, { mv: "c3", player: 1 }]);
  assert.deepEqual(pathTo(tree.nodes, 2).map(({ mv }) => mv), ["", "b2"]);
  assert.deepEqual(neighbours(tree.nodes, 0), { first: 0, back: null, forward: 1, last: 3 });
  assert.deepEqual(neighbours(tree.nodes, 3), { first: 0, back: 1, forward: null, last: 3 });
});
