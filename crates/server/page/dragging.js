// Clicking, tapping and dragging on a board.

import { squareOf } from "./dom.js";

/** How far a pointer moves, in pixels, before dragging starts. */
const THRESHOLD = 8;

/** @typedef {import("./board.js").Board} Board */

export class Dragging {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{ square: string, x: number, y: number, moved: boolean } | null} where the pointer was pressed */
    this.pressed = null;
    /** @type {{ piece: Element, square: string, transform: string } | null} the piece that follows the pointer, or waits where it was dropped for the next picture */
    this.dragged = null;
    const { grid } = board;
    grid.addEventListener("pointerdown", (event) => this.#press(event));
    grid.addEventListener("pointermove", (event) => this.#move(event));
    grid.addEventListener("pointerup", (event) => this.#release(event));
    grid.addEventListener("pointercancel", () => this.#drop(null));
    // The mouse does not move the focus, so that the arrow keys still step through the moves.
    grid.addEventListener("mousedown", (event) => event.preventDefault());
    grid.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      board.host.back();
    });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const square = squareOf(event)?.dataset.square;
    if (!square || event.button !== 0 || !event.isPrimary) return;
    this.pressed = { square, x: event.clientX, y: event.clientY, moved: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { pressed, board } = this;
    if (!pressed) return;
    const [across, down] = [event.clientX - pressed.x, event.clientY - pressed.y];
    if (!pressed.moved) {
      const isDraggable = board.cells.get(pressed.square)?.matches(".draggable") || board.marks.chosen.at(-1) === pressed.square;
      if (!isDraggable || Math.hypot(across, down) < THRESHOLD) return;
      pressed.moved = true;
      const piece = board.canvas.querySelector(`[data-on="${pressed.square}"]`);
      this.dragged = piece && { piece, square: pressed.square, transform: "" };
      board.grid.setPointerCapture(event.pointerId);
      board.grid.classList.add("dragging");
      board.host.lift(pressed.square);
    }
    const svg = board.canvas.querySelector("svg");
    if (!svg || !this.dragged) return;
    const scale = svg.viewBox.baseVal.width / svg.clientWidth;
    this.dragged.transform = `translate(${across * scale} ${down * scale})`;
    this.#follow(svg);
  }

  /** Draws the dragged piece on top. @param {Element} svg */
  #follow(svg) {
    if (!this.dragged) return;
    svg.append(this.dragged.piece);
    this.dragged.piece.setAttribute("transform", this.dragged.transform);
  }

  /**
   * Continues dragging in a new picture, even if the piece is no longer in it.
   * @param {Element} svg
   * @returns {boolean} whether the picture is the result of a drop
   */
  redrawn(svg) {
    const { dragged, pressed } = this;
    if (!dragged) return false;
    if (pressed?.moved) {
      dragged.piece = svg.querySelector(`[data-on="${dragged.square}"]`) ?? dragged.piece;
      this.#follow(svg);
      return false;
    }
    this.dragged = null;
    return true;
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const { board, pressed } = this;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const cell = under instanceof Element ? under.closest("[data-square]") : null;
    const square = cell instanceof HTMLElement && board.grid.contains(cell) ? cell.dataset.square : undefined;
    if (pressed && !pressed.moved && square === pressed.square) board.host.choose(square);
    this.#drop(square ?? null);
    if (cell instanceof HTMLElement && square) board.makeTabStop(cell);
  }

  /** @param {string | null} square null outside the board */
  #drop(square) {
    const { board, pressed } = this;
    this.pressed = null;
    board.grid.classList.remove("dragging");
    if (!pressed?.moved) return;
    if (!square || square === pressed.square) this.settle();
    board.host.drop(square);
  }

  /** Returns a dropped piece to its square. */
  settle() {
    if (this.pressed?.moved) return;
    this.dragged?.piece.removeAttribute("transform");
    this.dragged = null;
  }
}
