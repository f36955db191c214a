// Moves that are entered while another player thinks. The server or the core checks them when the turn comes.

import { announce, toast } from "./dom.js";
import { core } from "./core.js";
import { settings } from "./settings.js";

/** @typedef {import("./game.js").GamePage} GamePage */
/** @typedef {import("./types").State} State */

export class Premoves {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    /** @type {{ mv: string, squares: string[] } | null} */
    this.entered = null;
  }

  /** @returns {number | null} the player who can enter a move in advance now */
  player() {
    const { table, viewing } = this.game;
    const [me] = table.you;
    if (!settings.premoves || me === undefined || table.you.length > 1 || this.game.isOut()) return null;
    const isOthersTurn = table.turn !== null && table.turn !== me;
    return isOthersTurn && !table.result && !table.waiting && !table.paused && viewing === table.current ? me : null;
  }

  /** @param {string} mv @param {State} state */
  set(mv, state) {
    const squares = state.chosen.flatMap((step) => ("square" in step ? [step.square] : []));
    const [from, to] = squares;
    // A tile covers all squares from one end to the other.
    const isTile = squares.length === 2 && state.scene.tiles.some((tile) => tile.from === from && tile.to === to);
    this.entered = { mv, squares: isTile ? this.game.stage.board.rectangle({ from: from ?? "", to: to ?? "" }) : squares };
    announce(`Premove ${mv}`);
    this.game.showPosition(false);
  }

  /** Shows the premove on the board, if it belongs to the position that is shown. */
  show() {
    this.game.stage.showPremove(this.player() === null ? null : this.entered);
  }

  /** @returns {boolean} whether there was a premove to cancel */
  cancel() {
    if (!this.entered || this.player() === null) return false;
    this.entered = null;
    announce("Premove cancelled");
    this.game.showPosition(false);
    return true;
  }

  /** Plays the premove if it is the user's turn now, and drops it if it has become impossible. */
  moved() {
    const { game, entered } = this;
    const { table } = game;
    const [me] = table.you;
    if (!entered || table.result || table.turn !== me) {
      if (table.result) this.entered = null;
      return;
    }
    this.entered = null;
    try {
      core.position({ game: table.game, position: game.positions.at(table.current).position, moves: entered.mv }, game.look());
    } catch {
      toast(`Your premove ${entered.mv} is not possible any more.`);
      return;
    }
    void game.command("play", { mv: entered.mv, ply: game.node()?.ply });
  }
}
