// The part of the core for lessons and puzzles. It is loaded when the first of them is opened.

import { asking } from "./core.js";
import { asset } from "./dom.js";

/** @type {Promise<typeof import("./built/learning.js")> | null} */
let loading = null;
/** @type {typeof import("./built/learning.js")} */
let built;

async function load() {
  const module = await import("./built/learning.js");
  await module.default({ module_or_path: asset("built/learning_bg.wasm") });
  return module;
}

/** Loads the module. The error is a sentence for the user. */
export async function loadLearning() {
  try {
    built = await (loading ??= load());
  } catch (error) {
    loading = null;
    console.error(error);
    throw new Error("Lessons and puzzles could not be loaded. Check the connection and try again.");
  }
}

/** @param {string} name @param {object} request @returns {any} */
const ask = (name, request) => JSON.parse(asking(() => built.learn(name, JSON.stringify(request))));

/** What the module answers; it must be loaded. */
export const learning = {
  /**
   * A lesson, or what it says about something that the player tries.
   * @param {{ game: string, text: string, step?: number, position?: string, attempt?: object | string }} what
   * @returns {any}
   */
  lesson: (what) => ask("lesson", what),

  /**
   * The list of puzzles with the player's progress.
   * @param {{ texts: string[], day: number, progress?: object }} request
   * @returns {import("./puzzles.js").PuzzleList}
   */
  puzzles: (request) => ask("puzzles", request),

  /**
   * A puzzle after what the player does.
   * @param {{ text: string, id: string, moves: string[], score: string, act: string | { move: string }, progress?: object }} request
   * @returns {import("./puzzle.js").Solved}
   */
  solve: (request) => ask("solve", request),

  /** Why a move is wrong. @param {{ game: string, position: string, mv: string, reply?: string | null, value?: string | null }} request @returns {string} */
  refuted: (request) => ask("refuted", request),
};
