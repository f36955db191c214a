// The board: the server's picture, covered by a grid for mouse, touch, keyboard and screen
// readers. It knows no rules; its host says which squares can be chosen.

import { drawn, fill, h, picture, squareOf } from "./dom.js";
import { animated } from "./settings.js";
import { Dragging } from "./dragging.js";
import { animateDifferences } from "./animation.js";
import { drawMarks, markHovered } from "./marks.js";

/**
 * The marks on the squares.
 * @typedef {object} Marks
 * @property {Set<string>} can can be chosen next
 * @property {string[]} chosen
 * @property {Set<string>} [targets] those of them where the keyboard stops: one per tile
 * @property {Set<string>} [covered] squares of tiles that can be chosen; the tile is marked instead of them
 * @property {Set<string>} [draggable] squares with a piece to drag, also while another move is being entered
 * @property {string[]} [last] the squares of the last move, if the picture does not mark them
 * @property {Hint | null} [hint]
 * @property {Map<string, { letter: string, kind: string, text: string, pale?: boolean }>} [values]
 * @property {string[]} [premove] the squares of a move that is entered in advance
 * @property {string[][]} [groups] what a refusal is about
 * @property {boolean} [placing] whether a tile is being placed; squares where it cannot lie are grey
 */

/**
 * A suggested move: its squares, and the tile that is placed or removed.
 * @typedef {{ squares: string[], tile: { from: string, to: string } | null }} Hint
 */

/**
 * @typedef {object} BoardHost
 * @property {(square: string) => void} choose
 * @property {(square: string) => void} lift dragging starts
 * @property {(square: string) => void} dragOver something is dragged to another square
 * @property {(square: string) => void} hover the pointer or the focus is on a square; empty if the pointer leaves the board
 * @property {() => void} wheel the wheel was turned
 * @property {(to: string | null) => void} drop dragging ends on a square, or outside the board
 * @property {() => void} back takes the last step back
 * @property {(text: string) => void} describe shows the description of a square
 */

export class Board {
  /** @param {BoardHost} host */
  constructor(host) {
    this.host = host;
    this.canvas = h("div", { class: "canvas", "aria-hidden": "true" });
    this.grid = h("div", { class: "grid", role: "grid", "aria-label": "Board" });
    this.element = h("div", { class: "board" }, this.canvas, this.grid);
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {HTMLElement[][]} */
    this.rows = [];
    /** @type {Record<string, string>} */
    this.names = {};
    /** @type {Marks} */
    this.marks = { can: new Set(), chosen: [] };
    this.layout = "";
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("focusin", (event) => this.#describe(event));
    this.grid.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.#describe(event));
    this.grid.addEventListener("pointerleave", () => this.#leave());
    this.grid.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.lastWheel = 0;
    this.dragging = new Dragging(this);
    markHovered(this);
  }

  /**
   * Shows a picture.
   * @param {string} svg
   * @param {Record<string, string>} names the descriptions of the squares
   * @param {boolean} [moving] whether to animate pieces that have moved
   * @param {string[]} [path] the squares that a counter passes
   */
  show(svg, names, moving = false, path = []) {
    const before = this.canvas.firstElementChild;
    const after = picture(svg);
    after.removeAttribute("role");
    after.removeAttribute("width");
    after.removeAttribute("height");
    // The cells of the grid cover the picture, so its tooltips would never be seen.
    after.querySelectorAll("title").forEach((title) => title.remove());
    this.canvas.replaceChildren(after);
    this.names = names;
    this.#lay(after);
    this.#mark();
    const dragged = this.dragging.redrawn(after);
    if (moving && !dragged && before && animated()) animateDifferences(before, after, path);
  }

  /** @param {Marks} marks */
  mark(marks) {
    this.marks = marks;
    this.#mark();
  }

  /** Puts the grid over the squares of the picture. @param {SVGSVGElement} svg */
  #lay(svg) {
    const [, , width = 1, height = 1] = (svg.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    const squares = [...svg.querySelectorAll("[data-square]")].map((group) => {
      const box = group.querySelector("rect");
      const at = (/** @type {string} */ name) => Number(box?.getAttribute(name));
      return { name: group.getAttribute("data-square") ?? "", x: at("x"), y: at("y"), side: at("width") };
    });
    squares.sort((a, b) => a.y - b.y || a.x - b.x);
    const layout = `${width} ${height} ${squares.map((square) => square.name).join()}`;
    if (layout === this.layout) return;
    this.layout = layout;
    const [first, last] = [squares[0], squares[squares.length - 1]];
    if (!first || !last) return;
    const percent = (/** @type {number} */ part, /** @type {number} */ of) => `${(100 * part) / of}%`;
    Object.assign(this.grid.style, {
      left: percent(first.x, width),
      top: percent(first.y, height),
      width: percent(last.x + last.side - first.x, width),
      height: percent(last.y + last.side - first.y, height),
    });
    const play = this.element.closest(".play");
    (play instanceof HTMLElement ? play : this.element).style.setProperty("--ratio", String(width / height));
    const focused = this.focused()?.dataset.square;
    this.cells.clear();
    this.rows = [];
    for (const square of squares) {
      const cell = h("div", { class: "cell", role: "gridcell", tabIndex: -1, "data-square": square.name });
      if (square.x === first.x) this.rows.push([]);
      this.rows.at(-1)?.push(cell);
      this.cells.set(square.name, cell);
    }
    this.grid.style.setProperty("--columns", String(this.rows[0]?.length ?? 1));
    fill(this.grid, this.rows.map((row) => h("div", { class: "row", role: "row" }, ...row)));
    const open = this.cells.get(focused ?? "") ?? this.rows.at(-1)?.[0];
    if (open) open.tabIndex = 0;
    if (focused) open?.focus();
  }

  #mark() {
    const { can, chosen, covered, draggable, hint, values, premove, groups, placing } = this.marks;
    this.grid.classList.toggle("entering", chosen.length > 0 || !!placing);
    this.grid.classList.toggle("placing", !!placing);
    // If nearly every square can be chosen, marks are only noise.
    this.grid.classList.toggle("many", !chosen.length && can.size * 2 > this.cells.size);
    for (const group of this.canvas.querySelectorAll("[data-square]")) {
      const square = group.getAttribute("data-square") ?? "";
      // Below the pieces, so that their colours do not change.
      group.classList.toggle("open", chosen.length > 0 && can.has(square));
    }
    drawMarks(this);
    this.#outline(hint?.tile ?? null);
    // The squares of a hint are numbered in the order in which to choose them. A tile is outlined instead.
    const numbered = hint?.tile ? [] : hint?.squares ?? [];
    const outlined = new Set(hint?.tile ? this.rectangle(hint.tile) : []);
    for (const tile of this.canvas.querySelectorAll(".tile")) {
      tile.classList.toggle("movable", !!covered?.has(tile.getAttribute("data-on") ?? ""));
    }
    for (const [square, cell] of this.cells) {
      const value = values?.get(square);
      cell.classList.toggle("can", can.has(square));
      cell.classList.toggle("covered", !!covered?.has(square));
      cell.classList.toggle("draggable", !!draggable?.has(square));
      cell.classList.toggle("chosen", chosen.includes(square));
      cell.classList.toggle("premove", !!premove?.includes(square));
      const group = groups?.findIndex((squares) => squares.includes(square)) ?? -1;
      cell.dataset.group = group < 0 ? "" : String(group + 1);
      cell.classList.toggle("hint", !!hint?.squares.includes(square) && !outlined.has(square));
      cell.dataset.value = value?.kind ?? "";
      cell.classList.toggle("pale", !!value?.pale);
      cell.dataset.letter = value?.letter ?? numbered.flatMap((name, place) => (name === square ? [place + 1] : [])).join();
      const label = [this.names[square] ?? square];
      if (chosen.includes(square)) label.push("chosen");
      else if (can.has(square)) label.push("can be chosen");
      if (value) label.push(value.text);
      if (hint?.squares.includes(square)) label.push("hint");
      if (premove?.includes(square)) label.push("premove");
      if (group >= 0) label.push(`group ${group + 1}`);
      cell.setAttribute("aria-label", label.join(", "));
    }
  }

  /** The squares of a tile, from corner to corner. @param {NonNullable<Hint["tile"]>} tile @returns {string[]} */
  rectangle({ from, to }) {
    const ends = [from, to].map((name) => this.cells.get(name));
    const [rows, columns] = [
      this.rows.flatMap((cells, row) => (ends.some((end) => end && cells.includes(end)) ? [row] : [])),
      this.rows.flatMap((cells) => ends.flatMap((end) => (end && cells.includes(end) ? [cells.indexOf(end)] : []))),
    ];
    return this.rows.slice(Math.min(...rows), Math.max(...rows) + 1)
      .flatMap((cells) => cells.slice(Math.min(...columns), Math.max(...columns) + 1).map((cell) => cell.dataset.square ?? ""));
  }

  /** Outlines the tile of a hint. @param {Hint["tile"]} tile */
  #outline(tile) {
    const svg = this.canvas.firstElementChild;
    svg?.querySelector(".hinted")?.remove();
    const [from, to] = [tile?.from, tile?.to].map((square) => svg?.querySelector(`[data-square="${square}"] rect`));
    if (!svg || !from || !to) return;
    const at = (/** @type {Element} */ box, /** @type {string} */ name) => Number(box.getAttribute(name));
    const [x = 0, y = 0] = ["x", "y"].map((name) => Math.min(at(from, name), at(to, name)));
    const [width = 0, height = 0] = ["x", "y"].map((name) => Math.abs(at(from, name) - at(to, name)) + at(from, "width"));
    svg.append(drawn("rect", { class: "hinted", x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 12 }));
  }

  /** The square at a place of the window. @param {number} x @param {number} y @returns {string | null} */
  squareAt(x, y) {
    const under = document.elementFromPoint(x, y)?.closest("[data-square]");
    return under instanceof HTMLElement && this.grid.contains(under) ? under.dataset.square ?? null : null;
  }

  /** @param {Event} event */
  #describe(event) {
    const cell = squareOf(event);
    if (!cell) return;
    this.host.describe(cell.getAttribute("aria-label")?.replace(", can be chosen", "") ?? "");
    this.host.hover(cell.dataset.square ?? "");
  }

  #leave() {
    this.host.describe("");
    this.host.hover("");
  }

  /** Turns a tile once for each flick of the wheel. @param {WheelEvent} event */
  #wheel(event) {
    if (!this.marks.placing) return;
    event.preventDefault();
    if (event.timeStamp - this.lastWheel > 150) this.host.wheel();
    this.lastWheel = event.timeStamp;
  }

  /** @returns {HTMLElement | null} the focused cell */
  focused() {
    const active = document.activeElement;
    return active instanceof HTMLElement && this.grid.contains(active) ? active : null;
  }

  /** @param {HTMLElement} [to] the square that was focused last, by default */
  focus(to) {
    const cell = to ?? [...this.cells.values()].find((other) => other.tabIndex === 0);
    if (!cell) return;
    this.makeTabStop(cell);
    cell.focus();
  }

  /** Makes a square the one that Tab leads to. @param {HTMLElement} cell */
  makeTabStop(cell) {
    for (const other of this.cells.values()) other.tabIndex = -1;
    cell.tabIndex = 0;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const cell = this.focused();
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = this.rows.findIndex((cells) => cells.includes(cell));
    const column = this.rows[row]?.indexOf(cell) ?? 0;
    const act = {
      ArrowLeft: () => this.focus(this.rows[row]?.[column - 1]),
      ArrowRight: () => this.focus(this.rows[row]?.[column + 1]),
      ArrowUp: () => this.focus(this.rows[row - 1]?.[column]),
      ArrowDown: () => this.focus(this.rows[row + 1]?.[column]),
      Home: () => this.focus(this.rows[row]?.[0]),
      End: () => this.focus(this.rows[row]?.at(-1)),
      Enter: () => this.host.choose(cell.dataset.square ?? ""),
      " ": () => this.host.choose(cell.dataset.square ?? ""),
      Escape: () => this.host.back(),
      Backspace: () => this.host.back(),
      n: () => this.#toNextOpen(cell, 1),
      N: () => this.#toNextOpen(cell, -1),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** Moves the focus to the next square that can be chosen. @param {HTMLElement} from @param {1 | -1} direction */
  #toNextOpen(from, direction) {
    const { can, targets } = this.marks;
    const cells = this.rows.flat();
    const start = cells.indexOf(from);
    for (let step = 1; step <= cells.length; step++) {
      const cell = cells[(start + direction * step + cells.length * 2) % cells.length];
      if (cell && (targets ?? can).has(cell.dataset.square ?? "")) return this.focus(cell);
    }
  }
}
