import { toastTexts } from "./fakes.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { announceChange, moveText, offerText, resultText, statusText, whyClosed } = await import("../../crates/server/page/wording.js");
const { sentence } = await import("../../crates/server/page/dom.js");

/** A game page with this table. @param {object} [table] @param {object} [more] @returns {any} */
function game(table = {}, more = {}) {
  const seat = { kind: "remote", name: "", taken: true, connected: true, out: false };
  const full = {
    current: 1, turn: 0, you: [0], seats: [{ ...seat }, { ...seat }], result: null, waiting: false, paused: false, offer: null, rematch: null,
    want_rematch: [], notices: [], revision: 1, ...table,
    history: [{ id: 0, ply: 0, player: 0, mv: "", parent: null, children: [1] }, { id: 1, ply: 1, player: 1, mv: "a1", parent: 0, children: [] }],
  };
  return {
    table: full, viewing: full.current, state: { status: "Blue to move", players: [{ side: "Blue" }, { side: "White" }] },
    isMine: () => full.you.length > 0,
    isOut: () => full.you.length > 0 && full.you.every((/** @type {number} */ player) => full.seats[player]?.out),
    name: (/** @type {number} */ player) => ["Blue", "White", "Red"][player],
    botGame: { isOffered: () => false }, actions: { withdrawn: false }, announced: { moves: [] }, ...more,
  };
}

test("a player to move can enter a move", () => {
  assert.equal(whyClosed(game()), "");
  assert.equal(statusText(game(), ""), "Your move");
});

test("the status says why no move can be entered", () => {
  assert.equal(whyClosed(game({ turn: 1 })), "It is White's turn");
  assert.equal(whyClosed(game({ you: [] })), "You are a spectator and cannot move");
  assert.equal(whyClosed(game({ paused: true })), "Paused. Press Resume to continue");
  assert.equal(whyClosed(game({ waiting: true })), "The clocks start when everyone has joined");
  assert.equal(whyClosed(game({}, { viewing: 0 })), "This is an earlier position. Go back to the game to move");
  assert.equal(whyClosed(game({ result: {}, turn: null })), "The game is over");
});

test("a player who is out sees who is to move", () => {
  const seats = [{ out: true, taken: true }, { taken: true }, { taken: true }];
  const out = game({ seats, turn: 1 });
  assert.equal(whyClosed(out), "You are out of the game");
  assert.equal(statusText(out, whyClosed(out)), "You are out of the game. Blue to move");
});

test("the result is worded from the point of view of the user", () => {
  const result = { winners: [0], sentence: "Blue wins: White resigned" };
  assert.equal(resultText(game({ result })), "You won. Blue wins: White resigned.");
  assert.equal(resultText(game({ result, you: [1] })), "You lost. Blue wins: White resigned.");
  assert.equal(resultText(game({ result, you: [] })), "Blue wins: White resigned.");
});

test("moves and offers have a text", () => {
  assert.equal(moveText(game().table.history[1], game().state), "Move 1, White: a1");
  assert.equal(moveText(game().table.history[0], game().state), "Start position");
  assert.equal(offerText(game(), { by: 1, proposal: "draw", accepted: [] }), "White offers a draw");
  assert.equal(offerText(game(), { by: 1, proposal: "takeback", accepted: [] }), "White asks for a takeback");
});

test("notices of a new revision are shown once, and a declined takeback is reported", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const old = game({ revision: 1, offer: { by: 0, proposal: "takeback" } }).table;
  const now = game({ revision: 2, notices: ["White has no legal move and passes."] });
  announceChange(now, old, true);
  announceChange(now, now.table, true);
  assert.deepEqual(toastTexts(), ["White has no legal move and passes.", "Your takeback request was declined."]);
});

test("sentences have a capital letter and a full stop, but squares stay lowercase", () => {
  assert.equal(sentence("it is over"), "It is over.");
  assert.equal(sentence("c3 is taken"), "c3 is taken.");
  assert.equal(sentence("Really?"), "Really?");
});
