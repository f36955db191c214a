// Clicking, tapping and dragging on a board.

import { squareOf } from "./dom.js";

/** How far a pointer moves, in pixels, before dragging starts. */
export const THRESHOLD = 8;

/** @typedef {import("./board.js").Board} Board */

export class Dragging {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{ square: string, x: number, y: number, moved: boolean } | null} where the pointer was pressed */
    this.pressed = null;
    /** @type {{ piece: Element, square: string } | null} the piece that follows the pointer, or waits where it was dropped for the next picture */
    this.dragged = null;
    /** Where the pointer is. */
    this.pointer = { x: 0, y: 0 };
    /** The square that the pointer was on last. */
    this.over = "";
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
    this.pointer = { x: event.clientX, y: event.clientY };
    if (!pressed.moved) {
      const isDraggable = board.cells.get(pressed.square)?.matches(".draggable") || board.marks.chosen.at(-1) === pressed.square;
      if (!isDraggable || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < THRESHOLD) return;
      pressed.moved = true;
      this.over = pressed.square;
      this.#pick(board.canvas, pressed.square);
      board.grid.setPointerCapture(event.pointerId);
      board.grid.classList.add("dragging");
      board.host.lift(pressed.square);
    }
    const square = board.squareAt(event.clientX, event.clientY);
    if (square && square !== this.over) {
      this.over = square;
      board.host.dragOver(square);
    }
    this.#follow();
  }

  /** Chooses what follows the pointer: the lifted pieces, or the piece on a square. @param {Element} picture @param {string} square */
  #pick(picture, square) {
    const held = picture.querySelector(".held[data-held]");
    const piece = held ?? picture.querySelector(`.piece[data-on="${square}"]`);
    if (piece) this.dragged = { piece, square: held?.getAttribute("data-held") ?? square };
  }

  /** Draws the dragged piece on top, its middle at the pointer. */
  #follow() {
    const { dragged, board } = this;
    const svg = board.canvas.querySelector("svg");
    const home = board.cells.get(dragged?.square ?? "")?.getBoundingClientRect();
    if (!dragged || !svg || !home) return;
    const scale = svg.viewBox.baseVal.width / svg.clientWidth;
    const [across, down] = [this.pointer.x - home.x - home.width / 2, this.pointer.y - home.y - home.height / 2];
    if (dragged.piece.parentNode !== svg || dragged.piece !== svg.lastElementChild) svg.append(dragged.piece);
    dragged.piece.setAttribute("transform", `translate(${across * scale} ${down * scale})`);
  }

  /**
   * Continues dragging in a new picture, even if the piece is no longer in it.
   * @param {Element} svg
   * @returns {boolean} whether nothing must move by itself, because the pointer moves it
   */
  redrawn(svg) {
    const { dragged, pressed } = this;
    if (!dragged) return false;
    if (pressed?.moved) {
      this.#pick(svg, dragged.square);
      this.#follow();
      return true;
    }
    this.dragged = null;
    return true;
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const { board, pressed } = this;
    const square = board.squareAt(event.clientX, event.clientY);
    if (pressed && !pressed.moved && square === pressed.square) board.host.choose(square);
    this.#drop(square);
    const cell = board.cells.get(square ?? "");
    if (cell) board.makeTabStop(cell);
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
