// A board on which moves can be entered, with the choices and the status line below it.

import { announce, h, sentence } from "./dom.js";
import { Board } from "./board.js";
import { Choices } from "./choices.js";
import { Entry } from "./entry.js";
import { lastStepTime, stepTime } from "./animation.js";
import { animated } from "./settings.js";
import { Tray } from "./tray.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Look} Look */

/**
 * @typedef {object} StageHost
 * @property {() => Look} look
 * @property {(mv: string, state: State) => void} complete
 * @property {(state: State) => void} [entering] is called with every step of the move
 * @property {(mv: string, state: State) => void} [premoved] a move was entered in advance
 * @property {() => boolean} [cancelPremove] returns whether there was one
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
      peeked: (state) => this.#peeked(state),
      refused: (reason, input, groups) => this.refuse(this.#whyNot(reason, input), groups),
      complete: (mv, state) => this.#complete(mv, state),
    });
    this.board = new Board({
      choose: (square) => this.#chooseSquare(square),
      lift: (square) => this.editor || this.entry.input({ lift: square }),
      dragOver: (square) => this.#dragOver(square),
      drop: (to) => this.#drop(to),
      back: () => this.back(),
      describe: (text) => this.#describe(text),
      hover: (square) => this.#hover(square),
      wheel: () => this.turn(),
    });
    this.tray = new Tray(game, {
      choose: (tile) => this.entry.input({ step: { tile } }),
      turn: () => this.turn(),
      drag: (x, y) => this.#hover(this.board.squareAt(x, y) ?? ""),
      drop: (x, y) => this.#dropTile(this.board.squareAt(x, y)),
      cancel: () => this.entry.back(),
    });
    this.choices = new Choices(this.entry);
    this.status = h("span", { class: "status" });
    this.readout = h("span", { class: "readout" });
    this.says = h("div", { class: "says" }, this.status, this.readout);
    this.frame = h("div", { class: "frame" }, this.board.element);
    this.strip = h("div", { class: "strip" }, this.tray.element, this.choices.element);
    this.element = h("div", { class: "stage" }, this.frame, this.says, this.strip);
    this.closed = "";
    /** The status of the game, without the prompt. */
    this.gameStatus = "";
    /** @type {Pick<import("./editor.js").Editor, "square" | "back"> | null} receives the clicks instead of the entry */
    this.editor = null;
    this.refusedUntil = 0;
    /** @type {string[][]} what the refusal is about */
    this.groups = [];
    /** The square that was clicked last. */
    this.last = "";
    /** The square whose choice is previewed. */
    this.peeking = "";
    /** @type {import("./board.js").Hint | null} */
    this.hint = null;
    /** @type {import("./board.js").Marks["values"]} */
    this.values = undefined;
    /** @type {{ mv: string, squares: string[] } | null} the move that is entered in advance */
    this.premove = null;
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
   * @param {{ open: boolean, closed?: string, moving?: boolean, status?: string, path?: string[], premover?: number | null }} how whether a move can
   *   be entered, or why not; or the player who can enter one in advance
   */
  show(state, { open, closed = "", moving = false, status = state.status, path = [], premover = null }) {
    const { earlyClick } = this;
    this.begin();
    this.refusedUntil = 0;
    this.groups = [];
    this.hint = null;
    this.values = undefined;
    this.editor = null;
    this.closed = closed;
    this.entry.reset(state, open || premover !== null, open ? null : premover);
    this.gameStatus = status;
    this.#draw(state, moving, path);
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
    this.#updateStrip();
    this.#describe(draft.squares[this.last] ?? "");
    if (chosen.length) announce(prompt);
    else if (this.last) announce(draft.squares[this.last] ?? "");
    this.element.dataset.drawn = String(++this.drawn);
  }

  /** Scrolls to the board if it is out of sight. */
  reveal() {
    this.frame.scrollIntoView({ block: "nearest" });
  }

  /** Cancels the premove, or takes the last step back. */
  back() {
    if (this.host.cancelPremove?.()) return;
    (this.editor ?? this.entry).back();
  }

  /** Turns the tile that is being placed. */
  turn() {
    if (this.entry.tile) this.entry.input("turn");
  }

  /**
   * Animates a move step by step. Another call to `show` ends it, and so does a click on a square.
   * @param {string[]} frames all but the last one
   * @param {State} state
   * @returns {Promise<boolean>} whether to show the position after the move now
   */
  async animate(frames, state) {
    const isLatest = this.begin();
    this.entry.open = false;
    for (const frame of animated() ? frames : []) {
      this.board.show(frame, state.squares, true);
      await this.#pause(stepTime());
      if (!isLatest() || this.earlyClick) break;
    }
    return isLatest();
  }

  /** Waits for the end of an animation, unless a click skips it. @param {number} time */
  #pause(time) {
    return new Promise((/** @type {(done: void) => void} */ resolve) => {
      this.skipAnimation = resolve;
      setTimeout(resolve, time);
    });
  }

  /**
   * Shows the last picture of a move before others follow.
   * @param {string} frame
   * @param {State} state
   * @param {string[]} path of a counter
   * @returns {Promise<boolean>} whether to continue
   */
  async animateLast(frame, state, path) {
    const { latest } = this;
    this.board.show(frame, state.squares, true, path);
    await this.#pause(lastStepTime(path));
    return this.latest === latest;
  }

  /** @param {State} state @param {boolean} moving @param {string[]} [path] */
  #draw(state, moving, path = []) {
    const { entry } = this;
    const prompt = entry.isShown ? state.prompt : "";
    this.peeking = "";
    this.status.textContent = prompt && entry.chosen.length ? prompt : [this.gameStatus, prompt].filter(Boolean).join(". ");
    this.board.show(state.svg, state.squares, moving, path);
    this.mark();
    this.#updateStrip();
    this.#describe(this.board.focused()?.getAttribute("aria-label") ?? "");
    this.element.dataset.drawn = String(++this.drawn);
  }

  #updateStrip() {
    const { entry } = this;
    const chooser = this.editor ? null : entry.chooser;
    const panel = chooser?.scene.panels.find(({ to_move }) => to_move);
    const tiles = chooser?.choices.flatMap(({ step }) => ("tile" in step ? [step.tile] : [])) ?? [];
    this.tray.update(panel && tiles.length ? panel.hand : [], panel?.side ?? 0, tiles, entry.tile);
    this.choices.update();
  }

  mark() {
    const { entry, hint, values, groups, premove } = this;
    const chosen = entry.chosenSquares();
    // The picture of a half-entered move does not mark the move before it.
    this.board.mark({
      ...entry.squares(), chosen, last: chosen.length ? entry.base?.last_move : [], hint, values, groups,
      placing: entry.open && !!entry.tile && !chosen.length, premove: entry.premove !== null && chosen.length ? chosen : premove?.squares,
    });
  }

  /** Shows or removes the move that is entered in advance. @param {{ mv: string, squares: string[] } | null} premove */
  showPremove(premove) {
    this.premove = premove;
    this.choices.premove = premove && { mv: premove.mv, cancel: () => this.back() };
    this.choices.update();
    this.mark();
  }

  /** @param {State} state @param {boolean} moving */
  #changed(state, moving) {
    this.refusedUntil = 0;
    this.groups = [];
    this.hint = null;
    if (this.entry.premove === null) this.host.entering?.(state);
    this.#draw(state, moving);
    announce(state.chosen.length ? state.prompt : "Nothing chosen");
  }

  /** @param {string} mv @param {State} state */
  #complete(mv, state) {
    if (this.entry.premove !== null) return this.host.premoved?.(mv, state);
    this.#draw(state, true);
    this.host.complete(mv, state);
  }

  /** Shows a step that is not chosen yet. @param {State} state */
  #peeked(state) {
    if (this.entry.premove === null) this.host.entering?.(state);
    this.board.show(state.svg, state.squares);
  }

  /** Previews a tile or a counter where the pointer or the focus is. @param {string} square */
  #hover(square) {
    const { entry, board } = this;
    const state = entry.isShown && !this.editor ? entry.state : null;
    const hasPreview = !!state && !state.unconfirmed && (!!entry.tile || state.scene.tiles.some(({ ghost }) => ghost));
    const target = square && hasPreview && state.open_squares.includes(square) ? square : "";
    if (target === this.peeking) return;
    this.peeking = target;
    if (target) entry.peek({ square });
    else if (state) {
      if (entry.premove === null) this.host.entering?.(state);
      board.show(state.svg, state.squares);
    }
  }

  /** @param {string} square */
  #dragOver(square) {
    if (this.editor) return;
    this.entry.input({ drag: square });
    this.#hover(square);
  }

  /** @param {string | null} square */
  #dropTile(square) {
    if (square) this.entry.input({ square });
    else this.#hover("");
  }

  /** @param {string} square */
  #chooseSquare(square) {
    this.last = square;
    if (this.editor) return this.editor.square(square);
    if (this.skipAnimation) {
      this.earlyClick = square;
      return this.skipAnimation();
    }
    if (this.host.cancelPremove?.()) return;
    if (!this.entry.open && this.closed) return this.refuse(this.closed);
    this.entry.input({ square });
  }

  /** The steps so far and the refused one, as text. @param {import("./types").InputRequest} input */
  #tried(input) {
    const last = typeof input === "string" ? "" : "step" in input ? Object.values(input.step)[0] : Object.values(input)[0] ?? "";
    const steps = this.entry.chosen.flatMap((step) => Object.values(step));
    return `${steps.join("")}${last}`;
  }

  /** @param {string | null} to */
  #drop(to) {
    if (!this.editor) this.entry.drop(to);
    else if (to) this.#chooseSquare(to);
  }

  /** The best reason why an input is refused. @param {string} reason @param {import("./types").InputRequest} [input] */
  #whyNot(reason, input) {
    if (!this.entry.isShown) return this.closed;
    return input && this.host.refused?.(this.#tried(input)) || reason;
  }

  /** Shows why something is not possible. @param {string} reason @param {string[][]} [groups] what it is about */
  refuse(reason, groups = []) {
    this.board.dragging.settle();
    this.refusedUntil = Date.now() + REFUSAL_TIME;
    this.groups = groups;
    this.mark();
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
    if (this.groups.length) {
      this.groups = [];
      this.mark();
    }
    this.says.classList.remove("refusal");
    this.readout.textContent = text;
  }
}
