import "./fakes.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const { forgetGame, knownGame, knownGames, lastSetup, rememberGame, rememberSetup } = await import("../../crates/server/page/settings.js");
const { chosenOptions } = await import("../../crates/server/page/options.js");
const { pathParts } = await import("../../crates/server/page/router.js");

beforeEach(() => localStorage.clear());

/** @param {string} id */
const known = (id) => ({ id, game: "game", secret: null, names: [], time: 0, over: false });

test("the newest game comes first, and a game is stored only once", () => {
  for (const id of ["a", "b", "a"]) rememberGame(known(id));
  assert.deepEqual(knownGames().map(({ id }) => id), ["a", "b"]);
  forgetGame("a");
  assert.equal(knownGame("a"), undefined);
});

test("old games are dropped, and broken storage is ignored", () => {
  for (let index = 0; index < 100; index++) rememberGame(known(String(index)));
  assert.equal(knownGames().length, 60);
  localStorage.setItem("strata.games", "{broken");
  assert.deepEqual(knownGames(), []);
});

test("the last setup is stored for each game", () => {
  rememberSetup("one", { clock: "5+3" });
  rememberSetup("two", { clock: "" });
  assert.deepEqual(lastSetup("one"), { clock: "5+3" });
  assert.deepEqual(lastSetup("three"), {});
});

test("only options that differ from their defaults are sent", () => {
  const field = (/** @type {string} */ name, /** @type {string} */ value) => /** @type {any} */ ({ name, standard: "5", field: { value } });
  assert.deepEqual(chosenOptions([field("size", "5"), field("players", "3")]), { players: "3" });
});

test("addresses are split and decoded, even if they are invalid", () => {
  assert.deepEqual(pathParts("analysis/game/a%20b"), ["analysis", "game", "a b"]);
  assert.deepEqual(pathParts(""), []);
  assert.deepEqual(pathParts("rules/%ff"), ["rules", "%ff"]);
});
