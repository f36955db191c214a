// The history numbers moves as its rows do. Needs no browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE, newTable, playAs } from "./help/browser.js";
import { dice } from "./help/player.js";

/** @param {string} path @param {object} [body] @returns {Promise<any>} */
async function ask(path, body) {
  const more = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return (await fetch(BASE + path, more)).json();
}

/** A random legal move. @param {string} game @param {string} position @param {(sides: number) => number} roll @returns {Promise<string>} */
async function randomMove(game, position, roll) {
  let state = await ask("api/position", { game, position });
  while (!state.complete) {
    const step = state.next[roll(state.next.length)];
    state = await ask("api/position", { game, position, steps: [...state.chosen, step] });
  }
  return state.complete;
}

test("a whole game of Isaac has the same numbers in its history and its rows", async () => {
  const { id, seats } = await newTable({ game: "isaac", seats: [{ kind: "person" }, { kind: "person" }] });
  const roll = dice(5);
  let table = await ask(`api/tables/${id}`);
  while (!table.result) {
    await playAs(id, seats[0].secret, await randomMove("isaac", table.position, roll));
    table = await ask(`api/tables/${id}`);
  }
  /** @type {[number, number, number][]} */
  const expected = table.rows.flatMap((/** @type {any} */ row) =>
    row.moves.flatMap((/** @type {number | null} */ node, /** @type {number} */ player) => (node === null ? [] : [[node, row.number, player]])));
  assert.deepEqual(expected.sort(([a], [b]) => a - b),
    table.history.slice(1).map((/** @type {any} */ node) => [node.id, node.number, node.player]));
  assert.ok(expected.length > 10);
  const players = table.history.slice(1).map((/** @type {any} */ node) => node.player);
  assert.ok(players.some((/** @type {number} */ player, /** @type {number} */ at) => player === players[at - 1]), "the scoring phase changes the order");
});
