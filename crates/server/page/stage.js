// A board on which moves can be entered: board, choices and what is said about them.

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
 * @property {(state: State) => void} [entering] the half-entered move looks so now
 */

/** How long a refusal stays, in milliseconds. */
const REFUSAL = 5000;

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
      peeked: (state) => {
        host.entering?.(state);
        this.board.show(state.svg, state.squares);
      },
      refused: (why) => this.refuse(why),
      complete: (mv, state) => {
        this.#draw(state, true);
        host.complete(mv, state);
      },
    });
    this.board = new Board({
      choose: (square) => this.#chooseSquare(square),
      lift: (square) => this.editor || this.entry.lift(square),
      drop: (from, to) => this.#drop(from, to),
      back: () => this.back(),
      read: (words) => this.#read(words),
    });
    this.choices = new Choices(this.entry);
    this.status = h("span", { class: "status" });
    this.readout = h("span", { class: "readout" });
    this.says = h("div", { class: "says" }, this.status, this.readout);
    this.frame = h("div", { class: "frame" }, this.board.element);
    this.strip = h("div", { class: "strip" }, this.choices.element);
    this.element = h("div", { class: "stage" }, this.frame, this.says, this.strip);
    this.closed = "";
    /** How the game stands, in words. */
    this.standing = "";
    /** @type {import("./editor.js").Editor | null} who takes the squares in place of a move */
    this.editor = null;
    this.refusedUntil = 0;
    /** The square that was chosen last. */
    this.last = "";
    /** @type {import("./board.js").Hint | null} */
    this.hint = null;
    /** @type {import("./board.js").Marks["values"]} */
    this.values = undefined;
    /** What is shown now, or on its way. */
    this.latest = {};
    /** @type {(() => void) | null} ends the picture that a move is shown with now */
    this.hurry = null;
    /** The square that was chosen before a move was shown to its end. */
    this.early = "";
    this.drawn = 0;
  }

  /** Begins to show something else. @returns {() => boolean} whether that is still wanted */
  begin() {
    const mine = {};
    this.latest = mine;
    this.hurry = null;
    this.early = "";
    return () => this.latest === mine;
  }

  /**
   * Shows a position.
   * @param {State} state
   * @param {{ open: boolean, closed?: string, moving?: boolean, status?: string }} how whether a move may be entered, or why not
   */
  show(state, { open, closed = "", moving = false, status = state.status }) {
    const { early } = this;
    this.begin();
    this.refusedUntil = 0;
    this.hint = null;
    this.values = undefined;
    this.editor = null;
    this.closed = closed;
    this.entry.reset(state, open);
    this.standing = status;
    this.#draw(state, moving);
    if (early) this.#chooseSquare(early);
  }

  /**
   * Shows a position that is put together.
   * @param {import("./types").Draft} draft
   * @param {string[]} chosen
   * @param {import("./editor.js").Editor} editor
   */
  edit(draft, chosen, editor) {
    this.begin();
    this.refusedUntil = 0;
    this.editor = editor;
    this.entry.open = false;
    this.status.textContent = chosen.length ? "Now the other end" : "";
    this.board.show(draft.svg, draft.squares);
    this.board.mark({ can: new Set(), chosen });
    this.choices.update();
    this.#read(draft.squares[this.last] ?? "");
    if (this.last && !chosen.length) announce(draft.squares[this.last] ?? "");
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
   * Shows a move step by step. Another call to `show` ends it, and so does whoever chooses a square already.
   * @param {string[]} frames
   * @param {State} state
   * @returns {Promise<boolean>} whether the position after it is to be shown now
   */
  async run(frames, state) {
    const isLatest = this.begin();
    this.entry.open = false;
    for (const frame of animated() ? frames.slice(0, -1) : []) {
      this.board.show(frame, state.squares, true);
      await new Promise((/** @type {(done: void) => void} */ resolve) => {
        this.hurry = resolve;
        setTimeout(resolve, STEP);
      });
      if (!isLatest() || this.early) break;
    }
    return isLatest();
  }

  /** @param {State} state @param {boolean} moving */
  #draw(state, moving) {
    const { entry } = this;
    const prompt = entry.open ? state.prompt : "";
    this.status.textContent = prompt ? (entry.chosen.length ? prompt : `${this.standing}. ${prompt}`) : this.standing;
    this.board.show(state.svg, state.squares, moving);
    this.mark();
    this.choices.update();
    this.#read(this.board.focused()?.getAttribute("aria-label") ?? "");
    this.element.dataset.drawn = String(++this.drawn);
  }

  mark() {
    const { entry, hint, values } = this;
    const chosen = entry.chosenSquares();
    // A picture of a half-entered move shows that move, not the one before.
    this.board.mark({ ...entry.squares(), chosen, last: chosen.length ? entry.base?.last_move : [], hint, values });
  }

  /** @param {State} state @param {boolean} moving */
  #changed(state, moving) {
    this.refusedUntil = 0;
    this.hint = null;
    this.host.entering?.(state);
    this.#draw(state, moving);
    const chosen = state.chosen.length;
    announce(chosen ? state.prompt : "Nothing chosen");
  }

  /** @param {string} square */
  #chooseSquare(square) {
    this.last = square;
    if (this.editor) return this.editor.square(square);
    if (this.hurry) {
      this.early = square;
      return this.hurry();
    }
    if (!this.entry.open && this.closed) return this.refuse(this.closed);
    this.entry.square(square);
  }

  /** @param {string} from @param {string | null} to */
  #drop(from, to) {
    if (!this.editor) this.entry.drop(from, to);
    else if (to) this.#chooseSquare(to);
  }

  /** Says why something is not possible. @param {string} why */
  refuse(why) {
    this.board.dragging.settle();
    this.refusedUntil = Date.now() + REFUSAL;
    this.says.classList.add("refusal");
    this.readout.textContent = sentence(why);
    announce(sentence(why));
    setTimeout(() => {
      if (Date.now() >= this.refusedUntil) this.#read("");
    }, REFUSAL + 50);
  }

  /** @param {string} words */
  #read(words) {
    if (Date.now() < this.refusedUntil) return;
    this.says.classList.remove("refusal");
    this.readout.textContent = words;
  }
}
