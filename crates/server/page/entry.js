// The move that is being entered. The core applies every input and says what can follow.

import { core } from "./core.js";
import { reason } from "./dom.js";
import { mustConfirm } from "./settings.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Step} Step */
/** @typedef {import("./types").InputRequest} Input */
/** @typedef {import("./types").Look} Look */

/**
 * @typedef {object} EntryHost
 * @property {() => Look} look
 * @property {(state: State, moving: boolean) => void} changed shows the steps so far
 * @property {() => void} unchanged ends dragging without a new step
 * @property {(state: State) => void} peeked shows a step that is not chosen yet
 * @property {(reason: string, input?: Input, groups?: string[][]) => void} refused
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
    /** @type {State | null} the position with the steps so far */
    this.state = null;
    this.open = false;
    /** @type {number | null} the player for whom a move is entered in advance */
    this.premove = null;
    /** @type {State["lifted"]} what is being dragged */
    this.lifted = null;
    /** @type {State | null} the position in which a move is entered in advance, once it is needed */
    this.advance = null;
  }

  /**
   * Starts a new move.
   * @param {State} base
   * @param {boolean} open whether a move can be entered
   * @param {number | null} [premove] the player for whom a move is entered in advance
   */
  reset(base, open, premove = null) {
    this.base = base;
    this.state = base;
    this.premove = premove;
    this.open = open && !base.over;
    this.lifted = null;
    this.advance = null;
  }

  /** @returns {Step[]} the steps so far */
  get chosen() {
    return this.state?.chosen ?? [];
  }

  /** Whether the steps so far are shown: those that can come next before a premove has begun are not. */
  get isShown() {
    return this.open && (this.premove === null || this.chosen.length > 0);
  }

  /** @returns {State["choices"]} the steps that can come next and are not squares */
  get choices() {
    return this.isShown ? (this.state?.choices ?? []) : [];
  }

  /** The tile that was chosen from the hand. */
  get tile() {
    const [first] = this.chosen;
    return first && "tile" in first ? first.tile : null;
  }

  /** The position whose player chooses tiles: the player to move, or the one who enters a move in advance. @returns {State | null} */
  get chooser() {
    if (this.premove === null || !this.open) return this.isShown ? this.base : null;
    try {
      return (this.advance ??= this.#ask({}));
    } catch {
      // Nobody can move here in advance.
      return null;
    }
  }

  /** @returns {{ can: Set<string>, targets: Set<string>, covered: Set<string>, draggable: Set<string> }} */
  squares() {
    const state = this.isShown ? this.state : null;
    return {
      can: new Set(state?.open_squares), targets: new Set(state?.target_squares),
      covered: new Set(state?.covered_squares), draggable: new Set(state?.draggable_squares),
    };
  }

  /** @returns {string[]} */
  chosenSquares() {
    return this.chosen.flatMap((step) => ("square" in step ? [step.square] : []));
  }

  /** @param {Input} input */
  input(input) {
    this.#attempt(() => this.#apply(input));
  }

  /** Ends dragging, if it has started. @param {string | null} to the square, or null outside the board */
  drop(to) {
    this.#attempt(() => (this.lifted ? this.#apply({ drop: to }) : this.host.unchanged()));
  }

  /** Takes the last step back. */
  back() {
    if (this.chosen.length) this.#attempt(() => this.#apply("back"));
  }

  /** Previews a step. @param {Step} step */
  peek(step) {
    this.#attempt(() => {
      const state = this.#ask({ steps: [...this.chosen, step] });
      if (!state.refused) this.host.peeked(state);
    });
  }

  /** @param {() => void} work */
  #attempt(work) {
    if (!this.open || !this.base) return;
    try {
      work();
    } catch (error) {
      this.host.refused(reason(error));
    }
  }

  /** @param {Partial<import("./types").PositionRequest>} request @returns {State} */
  #ask(request) {
    const { game, premove } = this;
    return core.position({ game, position: this.base?.position ?? "", premove, ...request }, this.host.look());
  }

  /** @param {Input} input */
  #apply(input) {
    const { chosen, lifted, premove } = this;
    const state = this.#ask({ steps: chosen, lifted, input, must_confirm: premove === null && mustConfirm() });
    this.lifted = state.lifted;
    if (state.refused) return this.host.refused(state.refused, input, state.refused_groups);
    this.state = state;
    if (state.complete) {
      this.open = false;
      this.host.complete(state.complete, state);
    } else if (JSON.stringify(state.chosen) !== JSON.stringify(chosen)) {
      this.host.changed(state, state.chosen.length > chosen.length);
    } else {
      this.host.unchanged();
    }
  }
}
