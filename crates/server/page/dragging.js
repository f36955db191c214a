// Clicking, tapping and dragging on a board.

import { squareOf } from "./dom.js";

/** How far a pointer goes, in pixels, before it is dragging. */
const SLACK = 8;

/** @typedef {import("./board.js").Board} Board */

export class Dragging {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{ square: string, x: number, y: number, moved: boolean } | null} where the pointer went down */
    this.held = null;
    /** @type {{ piece: Element, square: string, place: string } | null} what hangs on the pointer, or lies where it was dropped until the board says what came of it */
    this.carried = null;
    const { grid } = board;
    grid.addEventListener("pointerdown", (event) => this.#take(event));
    grid.addEventListener("pointermove", (event) => this.#move(event));
    grid.addEventListener("pointerup", (event) => this.#release(event));
    grid.addEventListener("pointercancel", () => this.#drop(null));
    // The mouse leaves the focus where it is, so that the arrow keys go on stepping through the moves.
    grid.addEventListener("mousedown", (event) => event.preventDefault());
    grid.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      board.host.back();
    });
  }

  /** @param {PointerEvent} event */
  #take(event) {
    const square = squareOf(event)?.dataset.square;
    if (!square || event.button !== 0 || !event.isPrimary) return;
    this.held = { square, x: event.clientX, y: event.clientY, moved: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { held, board } = this;
    if (!held) return;
    const [across, down] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved) {
      const open = board.cells.get(held.square)?.matches(".can, .draggable") || board.marks.chosen.at(-1) === held.square;
      if (!open || Math.hypot(across, down) < SLACK) return;
      held.moved = true;
      const piece = board.canvas.querySelector(`[data-on="${held.square}"]`);
      this.carried = piece && { piece, square: held.square, place: "" };
      board.grid.setPointerCapture(event.pointerId);
      board.grid.classList.add("dragging");
      board.host.lift(held.square);
    }
    const svg = board.canvas.querySelector("svg");
    if (!svg || !this.carried) return;
    const scale = svg.viewBox.baseVal.width / svg.clientWidth;
    this.carried.place = `translate(${across * scale} ${down * scale})`;
    this.#carryOn(svg);
  }

  /** Draws what is carried above all else. @param {Element} svg */
  #carryOn(svg) {
    if (!this.carried) return;
    svg.append(this.carried.piece);
    this.carried.piece.setAttribute("transform", this.carried.place);
  }

  /**
   * Goes on carrying when there is a new picture, also what has been lifted off it.
   * @param {Element} svg
   * @returns {boolean} whether the picture shows what came of something that was dropped
   */
  redrawn(svg) {
    const { carried, held } = this;
    if (!carried) return false;
    if (held?.moved) {
      carried.piece = svg.querySelector(`[data-on="${carried.square}"]`) ?? carried.piece;
      this.#carryOn(svg);
      return false;
    }
    this.carried = null;
    return true;
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const { board, held } = this;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const cell = under instanceof Element ? under.closest("[data-square]") : null;
    const square = cell instanceof HTMLElement && board.grid.contains(cell) ? cell.dataset.square : undefined;
    if (held && !held.moved && square === held.square) board.host.choose(square);
    this.#drop(square ?? null);
    if (cell instanceof HTMLElement && square) board.turnTo(cell);
  }

  /** @param {string | null} square nothing is outside the board */
  #drop(square) {
    const { board, held } = this;
    this.held = null;
    board.grid.classList.remove("dragging");
    if (!held?.moved) return;
    if (!square || square === held.square) this.settle();
    board.host.drop(held.square, square);
  }

  /** What was dropped goes back to where it was. */
  settle() {
    if (this.held?.moved) return;
    this.carried?.piece.removeAttribute("transform");
    this.carried = null;
  }
}
