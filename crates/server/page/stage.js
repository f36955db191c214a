// A board on which moves can be entered, with the choices and the status line below it.

import { announce, h, sentence } from "./dom.js";
import { Board } from "./board.js";
import { Choices } from "./choices.js";
import { Entry } from "./entry.js";
import { STEP } from "./animation.js";
import { animated } from "./settings.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Look} Look */

/**
 * @typedef {object} StageHost
 * @property {() => Look} look
 * @property {(mv: string, state: State) => void} complete
 * @property {(state: State) => void} [entering] is called with every step of the move
 * @property {(tried: string) => string | null} [refused] a better reason for refusing these steps
 */

/** How long a refusal is shown, in milliseconds. */
const REFUSAL_TIME = 5000;

export class Stage {
  /**
   * @param {string} game
   * @param {StageHost} host
   */
  constructor(game, host) {
    this.host = host;
    this.entry = new Entry(game, {
      look: host.look,
      changed: (state, moving) => this.#changed(state, moving),
      unchanged: () => this.board.dragging.settle(),
      peeked: (state) => {
        host.entering?.(state);
        this.board.show(state.svg, state.squares);
      },
      refused: (reason, input) => this.refuse(input && host.refused?.(this.#tried(input)) || reason),
      complete: (mv, state) => {
        this.#draw(state, true);
        host.complete(mv, state);
      },
    });
    this.board = new Board({
      choose: (square) => this.#chooseSquare(square),
      lift: (square) => this.editor || this.entry.input({ lift: square }),
      drop: (to) => this.#drop(to),
      back: () => this.back(),
      describe: (text) => this.#describe(text),
    });
    this.choices = new Choices(this.entry);
    this.status = h("span", { class: "status" });
    this.readout = h("span", { class: "readout" });
    this.says = h("div", { class: "says" }, this.status, this.readout);
    this.frame = h("div", { class: "frame" }, this.board.element);
    this.strip = h("div", { class: "strip" }, this.choices.element);
    this.element = h("div", { class: "stage" }, this.frame, this.says, this.strip);
    this.closed = "";
    /** The status of the game, without the prompt. */
    this.gameStatus = "";
    /** @type {Pick<import("./editor.js").Editor, "square" | "back"> | null} receives the clicks instead of the entry */
    this.editor = null;
    this.refusedUntil = 0;
    /** The square that was clicked last. */
    this.last = "";
    /** @type {import("./board.js").Hint | null} */
    this.hint = null;
    /** @type {import("./board.js").Marks["values"]} */
    this.values = undefined;
    /** Identifies what is being shown or loaded. */
    this.latest = {};
    /** @type {(() => void) | null} skips the rest of an animation */
    this.skipAnimation = null;
    /** The square that was clicked during an animation. */
    this.earlyClick = "";
    this.drawn = 0;
  }

  /** Starts to show something else. @returns {() => boolean} whether that is still the latest */
  begin() {
    const mine = {};
    this.latest = mine;
    this.skipAnimation = null;
    this.earlyClick = "";
    return () => this.latest === mine;
  }

  /**
   * Shows a position.
   * @param {State} state
   * @param {{ open: boolean, closed?: string, moving?: boolean, status?: string }} how whether a move can be entered, or why not
   */
  show(state, { open, closed = "", moving = false, status = state.status }) {
    const { earlyClick } = this;
    this.begin();
    this.refusedUntil = 0;
    this.hint = null;
    this.values = undefined;
    this.editor = null;
    this.closed = closed;
    this.entry.reset(state, open);
    this.gameStatus = status;
    this.#draw(state, moving);
    // The position is announced before the step.
    if (earlyClick) queueMicrotask(() => this.#chooseSquare(earlyClick));
  }

  /**
   * Shows a position that is being set up.
   * @param {import("./types").Draft} draft
   * @param {import("./editor.js").Editor} editor
   */
  edit(draft, editor) {
    const { chosen, prompt } = draft;
    this.begin();
    this.refusedUntil = 0;
    this.editor = editor;
    this.entry.open = false;
    this.status.textContent = prompt;
    this.board.show(draft.svg, draft.squares);
    this.board.mark({ can: new Set(), chosen });
    this.choices.update();
    this.#describe(draft.squares[this.last] ?? "");
    if (chosen.length) announce(prompt);
    else if (this.last) announce(draft.squares[this.last] ?? "");
    this.element.dataset.drawn = String(++this.drawn);
  }

  /** Scrolls to the board if it is out of sight. */
  reveal() {
    this.frame.scrollIntoView({ block: "nearest" });
  }

  /** Takes the last step back. */
  back() {
    (this.editor ?? this.entry).back();
  }

  /**
   * Animates a move step by step. Another call to `show` ends it, and so does a click on a square.
   * @param {string[]} frames
   * @param {State} state
   * @returns {Promise<boolean>} whether to show the position after the move now
   */
  async animate(frames, state) {
    const isLatest = this.begin();
    this.entry.open = false;
    for (const frame of animated() ? frames.slice(0, -1) : []) {
      this.board.show(frame, state.squares, true);
      await new Promise((/** @type {(done: void) => void} */ resolve) => {
        this.skipAnimation = resolve;
        setTimeout(resolve, STEP);
      });
      if (!isLatest() || this.earlyClick) break;
    }
    return isLatest();
  }

  /** @param {State} state @param {boolean} moving */
  #draw(state, moving) {
    const { entry } = this;
    const prompt = entry.open ? state.prompt : "";
    this.status.textContent = prompt ? (entry.chosen.length ? prompt : `${this.gameStatus}. ${prompt}`) : this.gameStatus;
    this.board.show(state.svg, state.squares, moving);
    this.mark();
    this.choices.update();
    this.#describe(this.board.focused()?.getAttribute("aria-label") ?? "");
    this.element.dataset.drawn = String(++this.drawn);
  }

  mark() {
    const { entry, hint, values } = this;
    const chosen = entry.chosenSquares();
    // The picture of a half-entered move does not mark the move before it.
    this.board.mark({ ...entry.squares(), chosen, last: chosen.length ? entry.base?.last_move : [], hint, values });
  }

  /** @param {State} state @param {boolean} moving */
  #changed(state, moving) {
    this.refusedUntil = 0;
    this.hint = null;
    this.host.entering?.(state);
    this.#draw(state, moving);
    announce(state.chosen.length ? state.prompt : "Nothing chosen");
  }

  /** @param {string} square */
  #chooseSquare(square) {
    this.last = square;
    if (this.editor) return this.editor.square(square);
    if (this.skipAnimation) {
      this.earlyClick = square;
      return this.skipAnimation();
    }
    if (!this.entry.open && this.closed) return this.refuse(this.closed);
    this.entry.input({ square });
  }

  /** The steps so far and the refused one, as text. @param {import("./types").InputRequest} input */
  #tried(input) {
    const last = typeof input === "string" ? "" : "square" in input ? input.square : "lift" in input ? input.lift : "drop" in input ? input.drop ?? "" : Object.values(input.step)[0];
    const steps = this.entry.chosen.flatMap((step) => Object.values(step));
    return `${steps.join("")}${last}`;
  }

  /** @param {string | null} to */
  #drop(to) {
    if (!this.editor) this.entry.drop(to);
    else if (to) this.#chooseSquare(to);
  }

  /** Shows why something is not possible. @param {string} reason */
  refuse(reason) {
    this.board.dragging.settle();
    this.refusedUntil = Date.now() + REFUSAL_TIME;
    this.says.classList.add("refusal");
    this.readout.textContent = sentence(reason);
    announce(sentence(reason));
    setTimeout(() => {
      if (Date.now() >= this.refusedUntil) this.#describe("");
    }, REFUSAL_TIME + 50);
  }

  /** Shows the description of a square, unless a refusal is shown. @param {string} text */
  #describe(text) {
    if (Date.now() < this.refusedUntil) return;
    this.says.classList.remove("refusal");
    this.readout.textContent = text;
  }
}
