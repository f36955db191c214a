// Previews of lines on the board of the analysis page: while the pointer or the focus is on a move of a line, the board
// shows the position after it. Arrow keys and the wheel step through the line.

import { core } from "../core.js";
import { reason } from "../dom.js";

/** @typedef {import("../analysis.js").AnalysisPage} AnalysisPage */

export class Preview {
  /** @param {AnalysisPage} page */
  constructor(page) {
    this.page = page;
    /** The moves that are previewed. */
    this.moves = "";
  }

  get active() {
    return this.moves !== "";
  }

  /** Shows the position after moves. @param {string[]} moves */
  show(moves) {
    const { page } = this;
    const line = moves.join(" ");
    if (!line) return this.end();
    if (line === this.moves) return;
    const { stage, info, state } = page;
    try {
      const after = core.position({ game: info.id, position: state.position, moves: line }, page.look());
      this.moves = line;
      stage.board.show(after.svg, after.squares);
      stage.board.mark({ can: new Set(), chosen: [] });
      stage.readout.textContent = `Preview: ${line}`;
      page.drawPlayers(after);
      page.arrows.draw([]);
      stage.element.classList.add("previewing");
    } catch (error) {
      stage.readout.textContent = reason(error);
    }
  }

  /** Shows the position again in which the lines start. */
  end() {
    if (!this.active) return;
    this.moves = "";
    const { page } = this;
    const { stage } = page;
    const shown = stage.entry.state ?? page.state;
    stage.element.classList.remove("previewing");
    stage.board.show(shown.svg, shown.squares);
    stage.readout.textContent = "";
    page.drawPlayers(shown);
    page.engine.colour();
  }

  /**
   * Previews the moves of an element: those with `data-line` on hover and focus.
   * @param {HTMLElement} list
   * @param {(button: HTMLElement) => string[]} movesOf the moves up to a button
   */
  watch(list, movesOf) {
    const button = (/** @type {Event} */ event) => {
      const found = event.target instanceof Element ? event.target.closest("button.move") : null;
      return found instanceof HTMLElement ? found : null;
    };
    const show = (/** @type {Event} */ event) => {
      const found = button(event);
      if (found) this.show(movesOf(found));
    };
    list.addEventListener("pointerover", (event) => event.pointerType === "mouse" && show(event));
    list.addEventListener("pointerleave", () => this.end());
    list.addEventListener("focusin", (event) => {
      if (event.target instanceof Element && event.target.matches(":focus-visible")) show(event);
    });
    list.addEventListener("focusout", () => this.end());
    list.addEventListener("keydown", (event) => step(event, list));
    list.addEventListener("wheel", (event) => this.#wheel(event, list, movesOf), { passive: false });
  }

  /** @param {WheelEvent} event @param {HTMLElement} list @param {(button: HTMLElement) => string[]} movesOf */
  #wheel(event, list, movesOf) {
    // A long list has to be scrolled.
    if (!this.active || !event.deltaY || list.scrollHeight > list.clientHeight + 1) return;
    const row = event.target instanceof Element ? event.target.closest("li") : null;
    const buttons = row ? shownMoves(row) : [];
    const here = buttons.findIndex((button) => movesOf(button).join(" ") === this.moves);
    const next = buttons[here + Math.sign(event.deltaY)];
    if (here < 0) return;
    event.preventDefault();
    if (next) this.show(movesOf(next));
  }
}

/** @param {Element} row @returns {HTMLElement[]} */
const shownMoves = (row) => /** @type {HTMLElement[]} */ ([...row.querySelectorAll("button.move:not([hidden])")]);

/** Moves the focus from move to move with the arrow keys. @param {KeyboardEvent} event @param {HTMLElement} list */
function step(event, list) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = [...list.querySelectorAll("li:not([hidden])")].map(shownMoves);
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  const row = rows.findIndex((buttons) => buttons.includes(focused));
  const place = rows[row]?.indexOf(focused) ?? -1;
  if (row < 0) return;
  const target = {
    ArrowLeft: rows[row]?.[place - 1] ?? focused,
    ArrowRight: rows[row]?.[place + 1] ?? focused,
    ArrowUp: rows[row - 1]?.[Math.min(place, (rows[row - 1]?.length ?? 1) - 1)] ?? focused,
    ArrowDown: rows[row + 1]?.[Math.min(place, (rows[row + 1]?.length ?? 1) - 1)] ?? focused,
    Home: rows[row]?.[0],
    End: rows[row]?.at(-1),
  }[event.key];
  if (!target) return;
  event.preventDefault();
  event.stopPropagation();
  target.focus();
}
