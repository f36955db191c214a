// The core: rules, entry of moves, records, drawing and wording, the same code as in the server. It is loaded once.

import init, { Game, Tree, answer } from "./built/core.js";
import { asset, assetText } from "./dom.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Step} Step */
/** @typedef {import("./types").Look} Look */

export { Game, Tree };

/** Loads the core. The error is a sentence for the user. */
export async function loadCore() {
  if (typeof WebAssembly !== "object") throw new Error("This page needs WebAssembly, which this browser does not support or has turned off.");
  try {
    await init({ module_or_path: asset("built/core_bg.wasm") });
  } catch (error) {
    console.error(error);
    throw new Error("The page could not start: its WebAssembly module was blocked or did not load. Check the connection and the browser's settings for this site.");
  }
}

/** A request that the core refuses, such as an unknown game or an invalid position. */
class CoreError extends Error {
  status = 422;
}

/**
 * Passes on what the core says when it refuses something.
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
export function asking(work) {
  try {
    return work();
  } catch (error) {
    throw new CoreError(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} name @param {object} [request] @returns {any} */
const ask = (name, request = {}) => JSON.parse(asking(() => answer(name, JSON.stringify(request))));

/** @type {GameInfo[] | null} */
let list = null;

export const core = {
  /** @returns {GameInfo[]} */
  games: () => (list ??= ask("games")),

  /** @param {string} id @returns {GameInfo} */
  gameInfo: (id) => {
    const found = core.games().find((game) => game.id === id);
    if (!found) throw new CoreError(`There is no game with the id ${id}.`);
    return found;
  },

  /**
   * A position, with the move that is being entered.
   * @param {Partial<import("./types").PositionRequest> & { game: string }} what
   * @param {Look} look
   * @returns {State}
   */
  position: (what, look) => ask("position", { ...what, ...look }),

  /**
   * A position that is being set up by hand, after a change to it.
   * @param {{ game: string, position?: string, options?: object, change?: unknown }} what
   * @param {Look} look
   * @returns {import("./types").Draft}
   */
  draft: (what, look) => ask("draft", { ...what, ...look }),

  /**
   * The pictures of a move, step by step.
   * @param {string} game
   * @param {string} from
   * @param {string} mv
   * @param {Look} look
   * @returns {import("./types").Frames}
   */
  frames: (game, from, mv, look) => ask("frames", { game, position: from, move: mv, ...look }),

  /** The rules of a game as HTML. @param {string} game @param {Look} look @returns {Promise<string>} */
  rules: async (game, look) => ask("rules", { game, view: look, text: await assetText(`rules/${game}.md`) }).html,

  /**
   * A picture as SVG: by default of a position from the middle of a game.
   * @param {{ game: string, position?: string, board_only?: boolean }} what
   * @param {Look} look
   * @returns {string}
   */
  picture: (what, look) => ask("picture", { ...what, view: look }),
};
