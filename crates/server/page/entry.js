// A move that is being entered, step by step. The server says what may follow.

import { api } from "./api.js";
import { reason } from "./dom.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Step} Step */
/** @typedef {import("./types").Look} Look */

/**
 * @typedef {object} EntryHost
 * @property {() => Look} look
 * @property {(state: State, moving: boolean) => void} changed the half-entered move looks so now
 * @property {(state: State) => void} peeked a move that is not made yet would look so
 * @property {(why: string) => void} refused
 * @property {(mv: string, state: State) => void} complete
 */

export class Entry {
  /**
   * @param {string} game
   * @param {EntryHost} host
   */
  constructor(game, host) {
    this.game = game;
    this.host = host;
    /** @type {State | null} the position before the move */
    this.base = null;
    /** @type {State | null} */
    this.state = null;
    this.open = false;
    /** @type {Step | null} what somebody would like to see the outcome of */
    this.peeking = null;
    /** @type {{ anew: boolean } | null} what is dragged: whether dragging chose it */
    this.lifted = null;
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
  }

  /**
   * Begins anew.
   * @param {State} base
   * @param {boolean} open whether a move may be entered
   */
  reset(base, open) {
    this.base = base;
    this.state = base;
    this.open = open && !base.over;
    this.lifted = null;
  }

  /** @returns {Step[]} what is chosen so far */
  get chosen() {
    return this.state?.chosen ?? [];
  }

  /** @returns {Step[]} what may come next */
  get next() {
    return this.open ? (this.state?.next ?? []) : [];
  }

  /** @returns {{ can: Set<string>, ends: Set<string>, covered: Set<string>, draggable: Set<string> }} the squares that may be chosen next, without and with all of a tile's, those of tiles, and where something may be dragged from */
  squares() {
    const ends = new Set(this.next.flatMap((step) => ("square" in step ? [step.square] : [])));
    const tiles = (this.base?.scene.tiles ?? []).filter((tile) => ends.has(tile.from));
    const covered = new Set(tiles.flatMap((tile) => between(tile.from, tile.to)));
    return { can: new Set([...ends, ...covered]), ends, covered, draggable: this.#draggable() };
  }

  /** @returns {Set<string>} the squares where a move may begin */
  #starts() {
    return new Set(this.open ? this.base?.next.flatMap((step) => ("square" in step ? [step.square] : [])) : []);
  }

  /** @returns {Set<string>} where a move may begin, but for squares that are a whole move: nothing is dragged from those */
  #draggable() {
    const { base } = this;
    const leadOn = !!base && base.count_moves > base.next.length;
    return new Set([...this.#starts()].filter((square) => leadOn || base && isOwned(base.scene, square)));
  }

  /** @returns {string[]} */
  chosenSquares() {
    return this.chosen.flatMap((step) => ("square" in step ? [step.square] : []));
  }

  /** Chooses a square. @param {string} square */
  square(square) {
    this.#later(() => this.#ask(this.#stepsTo(square)));
  }

  /**
   * The one that was chosen last is taken back, and another piece takes the place of the first.
   * @param {string} square
   * @returns {Step[]} what is chosen with this square
   */
  #stepsTo(square) {
    const { chosen } = this;
    const last = chosen.at(-1);
    if (!this.next.some((step) => "square" in step && step.square === square)) {
      if (last && "square" in last && last.square === square) return chosen.slice(0, -1);
      if (chosen.length === 1 && this.#starts().has(square)) return [{ square }];
    }
    return [...chosen, { square }];
  }

  /** Begins to drag: chooses the square unless it is chosen already or would be the whole move. @param {string} square */
  lift(square) {
    this.#later(async () => {
      const before = this.state;
      const steps = this.#stepsTo(square);
      const anew = steps.length >= Math.max(1, this.chosen.length);
      if (anew) await this.#ask(steps, true);
      this.lifted = !anew || this.state !== before ? { anew } : null;
    });
  }

  /**
   * Ends dragging. Back on its square, what was dragged is as good as clicked; outside the board it is let go.
   * @param {string} from
   * @param {string | null} to
   */
  drop(from, to) {
    this.#later(async () => {
      const { lifted, chosen } = this;
      this.lifted = null;
      if (!lifted && to === from) await this.#ask(this.#stepsTo(from));
      else if (!lifted) this.host.refused("there is nothing to drag here: a click is the whole move");
      else if (to && to !== from) await this.#ask([...chosen, { square: to }]);
      else if (!to || !lifted.anew) await this.#ask(chosen.slice(0, -1));
    });
  }

  /** @param {Step} step */
  choose(step) {
    this.#later(() => this.#ask([...this.chosen, step]));
  }

  /** Shows what would come of a step. Of several, only the last one counts. @param {Step} step */
  peek(step) {
    this.peeking = step;
    this.#later(async () => {
      const { base, chosen } = this;
      if (this.peeking !== step || !base) return;
      const state = await api.position({ game: this.game, position: base.position, steps: [...chosen, step] }, this.host.look());
      if (base === this.base && !state.refused) this.host.peeked(state);
    });
  }

  /** Takes the last step back. */
  back() {
    this.#later(async () => {
      if (this.chosen.length) await this.#ask(this.chosen.slice(0, -1));
    });
  }

  /** Clicks may be faster than the server: each waits for the one before. @param {() => Promise<void>} work */
  #later(work) {
    this.queue = this.queue.then(async () => {
      if (!this.open) return;
      try {
        await work();
      } catch (error) {
        this.host.refused(reason(error));
      }
    });
  }

  /** @param {Step[]} steps @param {boolean} [unfinished] a whole move is not made yet */
  async #ask(steps, unfinished = false) {
    const { base } = this;
    if (!base) return;
    const longer = steps.length > this.chosen.length;
    const state = steps.length
      ? await api.position({ game: this.game, position: base.position, steps }, this.host.look())
      : base;
    // Another position may have come while we waited.
    if (base !== this.base) return;
    if (state.refused) return this.host.refused(state.refused);
    if (state.complete && unfinished) return;
    this.state = state;
    if (state.complete) {
      this.open = false;
      this.host.complete(state.complete, state);
    } else {
      this.host.changed(state, longer);
    }
  }
}

/** @param {string} square @returns {[number, number]} its file and rank, from 0 on */
const fileAndRank = (square) => [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];

/**
 * @param {State["scene"]} scene
 * @param {string} square
 * @returns {boolean} whether the piece on the square is somebody's
 */
function isOwned({ cells, width }, square) {
  const [file, rank] = fileAndRank(square);
  const piece = cells[rank * width + file]?.piece;
  if (!piece || piece === "blockade") return false;
  const owner = "tower" in piece ? piece.tower.owner : "stack" in piece ? piece.stack.at(-1) : piece.checker;
  return typeof owner === "number";
}

/**
 * @param {string} from
 * @param {string} to
 * @returns {string[]} the squares on the straight way
 */
export function between(from, to) {
  const [[a, b], [c, d]] = [fileAndRank(from), fileAndRank(to)];
  const length = Math.max(Math.abs(c - a), Math.abs(d - b));
  return Array.from({ length: length + 1 }, (_, step) =>
    String.fromCharCode(97 + a + Math.sign(c - a) * step) + (1 + b + Math.sign(d - b) * step));
}
