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

test("comments, signs, values and variations survive a record and the storage", () => {
  const tree = Tree.fromRecord(RECORD);
  const variation = tree.nodes.find(({ mv }) => mv === "d1");
  assert.ok(variation);
  tree.annotate(0, "A friendly game", "!");
  tree.annotate(1, "  a corner\n} [%eval win 3] ", "!?");
  tree.annotate(variation.id, "slower", "??");
  tree.evaluate(1, "-0.40");
  tree.refresh();
  tree.current = variation.id;
  tree.store("here");
  /** @param {InstanceType<typeof Tree>} one */
  const notes = (one) => one.nodes.map(({ mv, comment, sign, value }) => [mv, comment, sign, value?.text ?? null]).sort();
  const expected = [["", "A friendly game", "", null], ["a1", "a corner )", "!?", "Blue 60%"], ["b1", "", "", null], ["c1", "", "", null], ["d1", "slower", "??", null], ["e1", "", "", null]];
  assert.deepEqual(notes(tree), expected);
  assert.deepEqual(notes(Tree.fromRecord(tree.record())), expected);
  const stored = Tree.stored("staqs", "here");
  assert.ok(stored);
  assert.deepEqual(notes(stored), expected);
  assert.equal(stored.line(stored.current), "a1 c1 d1");
});

test("a comment that is too long is refused and changes nothing", () => {
  const tree = Tree.fromRecord(RECORD);
  tree.annotate(1, "short", "");
  assert.throws(() => tree.annotate(1, "x".repeat(2001), ""), /at most 2000 characters/);
  assert.equal(tree.at(1).comment, "short");
});

test("a review adds values and signs to the moves that were reviewed", () => {
  const tree = Tree.fromRecord(RECORD);
  const move = (/** @type {number} */ ply, /** @type {string} */ mv, /** @type {string | null} */ sign) =>
    /** @type {any} */ ({ ply, mv, sign, evaluation: "+0.00" });
  tree.review([move(1, "a1", "??"), move(2, "zz", "?")]);
  assert.deepEqual([tree.at(1).sign, tree.at(1).value?.chance], ["??", 0.5]);
  assert.deepEqual([tree.at(2).sign, tree.at(2).value], ["", null]);
});

test("the current line continues with the first variation", () => {
  const tree = Tree.fromRecord(RECORD);
  tree.current = tree.nodes.find(({ mv }) => mv === "c1")?.id ?? 0;
  assert.deepEqual(tree.currentLine().map(({ mv }) => mv), ["", "a1", "c1", "d1"]);
  assert.deepEqual(tree.mainLine().map(({ mv }) => mv), ["", "a1", "b1", "e1"]);
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
