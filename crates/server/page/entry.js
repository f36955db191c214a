// The move that is being entered. The core applies every input and says what can follow.

import { core } from "./core.js";
import { reason } from "./dom.js";

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
 * @property {(reason: string, input?: Input) => void} refused
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
    /** @type {State["lifted"]} what is being dragged */
    this.lifted = null;
  }

  /**
   * Starts a new move.
   * @param {State} base
   * @param {boolean} open whether a move can be entered
   */
  reset(base, open) {
    this.base = base;
    this.state = base;
    this.open = open && !base.over;
    this.lifted = null;
  }

  /** @returns {Step[]} the steps so far */
  get chosen() {
    return this.state?.chosen ?? [];
  }

  /** @returns {State["choices"]} the steps that can come next and are not squares */
  get choices() {
    return this.open ? (this.state?.choices ?? []) : [];
  }

  /** @returns {{ can: Set<string>, targets: Set<string>, covered: Set<string>, draggable: Set<string> }} */
  squares() {
    const state = this.open ? this.state : null;
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
      const { base, chosen } = this;
      if (!base) return;
      const state = core.position({ game: this.game, position: base.position, steps: [...chosen, step] }, this.host.look());
      if (!state.refused) this.host.peeked(state);
    });
  }

  /** @param {() => void} work */
  #attempt(work) {
    if (!this.open) return;
    try {
      work();
    } catch (error) {
      this.host.refused(reason(error));
    }
  }

  /** @param {Input} input */
  #apply(input) {
    const { base, chosen, lifted } = this;
    if (!base) return;
    const state = core.position({ game: this.game, position: base.position, steps: chosen, lifted, input }, this.host.look());
    this.lifted = state.lifted;
    if (state.refused) return this.host.refused(state.refused, input);
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
