// The positions of a game and the pictures of its moves, as the core describes them.

import { core } from "./core.js";
import { pathTo } from "./moves.js";

/** @typedef {import("./types").State} State */

/** The most moves that are animated one after another. */
const MAX_ANIMATED = 3;

export class Positions {
  /** @param {import("./game.js").GamePage} game */
  constructor(game) {
    this.game = game;
    /** @type {Map<string, State>} */
    this.known = new Map();
  }

  /** Forgets all positions, because the ids of nodes have changed. */
  clear() {
    this.known.clear();
  }

  /** The position of a node. @param {number} id @returns {State} */
  at(id) {
    const look = this.game.look();
    const key = `${id} ${look.flip} ${look.theme} ${look.from_above}`;
    let state = this.known.get(key);
    if (!state) {
      const { game, options, setup, history } = this.game.table;
      const moves = pathTo(history, id).slice(1).map(({ mv }) => mv).join(" ");
      state = core.position({ game, options, position: setup.position, moves }, look);
      this.known.set(key, state);
    }
    return state;
  }

  /** The moves from the position that is shown to another one, if there are only a few. @param {number} id */
  movesTo(id) {
    const path = pathTo(this.game.table.history, id);
    const moves = path.slice(path.findIndex((node) => node.id === this.game.shown) + 1);
    return moves.length <= MAX_ANIMATED && moves.length < path.length ? moves : [];
  }

  /** The pictures of the move that leads to a node. @param {import("./types").HistoryNode} node @returns {import("./types").Frames} */
  framesTo(node) {
    try {
      return core.frames(this.game.table.game, this.at(node.parent ?? 0).position, node.mv, this.game.look());
    } catch {
      // A player who leaves the game is not a move that can be shown.
      return { frames: [], counter_path: [] };
    }
  }
}
