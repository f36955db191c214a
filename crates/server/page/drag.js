// Clicking, tapping and dragging on a board.

import { squareOf } from "./dom.js";

/** How far a pointer goes, in pixels, before it is dragging. */
const SLACK = 8;

/** @typedef {import("./board.js").Board} Board */

export class Dragging {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{ square: string, x: number, y: number, piece: SVGElement | null, moved: boolean } | null} */
    this.held = null;
    const { grid } = board;
    grid.addEventListener("pointerdown", (event) => this.#take(event));
    grid.addEventListener("pointermove", (event) => this.#move(event));
    grid.addEventListener("pointerup", (event) => this.#drop(event));
    grid.addEventListener("pointercancel", () => this.#letGo());
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
    this.held = { square, x: event.clientX, y: event.clientY, piece: null, moved: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { held, board } = this;
    const cell = held && board.cells.get(held.square);
    if (!held || !cell?.matches(".can, .draggable")) return;
    const [across, down] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved && Math.hypot(across, down) < SLACK) return;
    if (!held.moved) {
      held.moved = true;
      held.piece = board.canvas.querySelector(`[data-on="${held.square}"]`);
      held.piece?.parentNode?.append(held.piece);
      board.grid.setPointerCapture(event.pointerId);
      board.grid.classList.add("dragging");
    }
    const svg = held.piece?.ownerSVGElement;
    if (!held.piece || !svg) return;
    const scale = svg.viewBox.baseVal.width / svg.clientWidth;
    held.piece.setAttribute("transform", `translate(${across * scale} ${down * scale})`);
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    const { held, board } = this;
    this.#letGo();
    if (!held) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const cell = under instanceof Element ? under.closest("[data-square]") : null;
    const square = cell instanceof HTMLElement && board.grid.contains(cell) ? cell.dataset.square : undefined;
    if (square && square !== held.square && held.moved) {
      if (board.marks.chosen.at(-1) !== held.square) board.host.choose(held.square);
      board.host.choose(square);
    } else if (square === held.square) {
      board.host.choose(square);
    }
    if (cell instanceof HTMLElement && square) board.turnTo(cell);
  }

  #letGo() {
    this.held?.piece?.removeAttribute("transform");
    this.held = null;
    this.board.grid.classList.remove("dragging");
  }
}
