// Moves drawn over the board: an arrow for a move from square to square, numbered steps for a path, a ring for a
// single square, an outline for a tile. The core says which squares a move has.

import { drawn } from "../dom.js";

/** @typedef {import("../types").MoveShape} MoveShape */
/** @typedef {{ x: number, y: number }} Point the centre of a square, in squares from the top left corner */

/** How far from the centre of its square an arrow starts, in squares, and the size of its head. */
const GAP = 0.22;
const HEAD = 0.3;
const RING = 0.4;

export class Arrows {
  /** @param {import("../board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.picture = drawn("svg", { class: "arrows", preserveAspectRatio: "none", "aria-hidden": "true" });
    board.element.append(this.picture);
  }

  /**
   * Replaces the drawn moves.
   * @param {MoveShape[]} shapes the best one first
   */
  draw(shapes) {
    const { rows, grid } = this.board;
    this.picture.setAttribute("viewBox", `0 0 ${rows[0]?.length ?? 1} ${rows.length || 1}`);
    const { left, top, width, height } = grid.style;
    Object.assign(/** @type {SVGSVGElement} */ (this.picture).style, { left, top, width, height });
    // The best one is drawn last, over the others.
    this.picture.replaceChildren(...shapes.map((shape, rank) => this.#shape(shape, rank, shapes.length)).reverse());
  }

  /** @param {MoveShape} shape @param {number} rank @param {number} count */
  #shape({ squares, tile }, rank, count) {
    const group = drawn("g", { class: rank ? "other" : "best" });
    const points = squares.flatMap((square) => this.#centre(square) ?? []);
    const distinct = new Set(squares);
    if (tile) group.append(...this.#tile(tile));
    else if (distinct.size === 1 && points[0]) group.append(drawn("circle", { class: "ring", cx: points[0].x, cy: points[0].y, r: RING }));
    else if (points.length > 1) group.append(...arrow(points));
    // The steps of a path are numbered, so its rank must not be.
    const isPath = points.length > 2 && !tile;
    if (!rank && isPath) group.append(...numbers(points));
    if (count > 1 && points.length && !isPath) group.append(...label(String(rank + 1), (tile && this.#centre(tile.to)) || points.at(-1)));
    return group;
  }

  /** @param {string} square @returns {Point | null} */
  #centre(square) {
    const cell = this.board.cells.get(square);
    const y = this.board.rows.findIndex((row) => cell && row.includes(cell));
    const x = cell ? this.board.rows[y]?.indexOf(cell) ?? -1 : -1;
    return x < 0 ? null : { x: x + 0.5, y: y + 0.5 };
  }

  /** @param {{ from: string, to: string }} tile */
  #tile({ from, to }) {
    const [a, b] = [this.#centre(from), this.#centre(to)];
    if (!a || !b) return [];
    const side = 0.9;
    return [drawn("rect", { class: "ring", rx: 0.2, x: Math.min(a.x, b.x) - side / 2, y: Math.min(a.y, b.y) - side / 2,
      width: Math.abs(a.x - b.x) + side, height: Math.abs(a.y - b.y) + side })];
  }
}

/** An arrow through points. @param {Point[]} points */
function arrow(points) {
  const [first, second] = /** @type {[Point, Point]} */ (points);
  const [before, end] = /** @type {[Point, Point]} */ (points.slice(-2));
  const start = toward(first, second, GAP);
  const tip = toward(end, before, GAP / 2);
  const neck = toward(tip, before, HEAD);
  const [dx, dy] = [(tip.x - neck.x) / 2, (tip.y - neck.y) / 2];
  const line = [start, ...points.slice(1, -1), neck].map(({ x, y }) => `${x},${y}`).join(" ");
  const head = [tip, { x: neck.x - dy, y: neck.y + dx }, { x: neck.x + dy, y: neck.y - dx }].map(({ x, y }) => `${x},${y}`).join(" ");
  return [drawn("polyline", { class: "halo", points: line }), drawn("polyline", { class: "shaft", points: line }), drawn("polygon", { class: "head", points: head })];
}

/** The point at a distance from one point in the direction of another. @param {Point} from @param {Point} to @param {number} distance */
function toward(from, to, distance) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) / length) * distance, y: from.y + ((to.y - from.y) / length) * distance };
}

/** The numbers of the steps; those on the same square stand side by side. @param {Point[]} points */
function numbers(points) {
  const key = (/** @type {Point} */ { x, y }) => `${x} ${y}`;
  /** @type {Map<string, number>} */
  const seen = new Map();
  return points.slice(1).flatMap((point, step) => {
    const count = seen.get(key(point)) ?? 0;
    seen.set(key(point), count + 1);
    return label(String(step + 1), { x: point.x - 0.55 + count * 0.3, y: point.y - 0.55 });
  });
}

/** A number at the lower right of a point. @param {string} text @param {Point | undefined} at */
function label(text, at) {
  if (!at) return [];
  const [x, y] = [at.x + 0.32, at.y + 0.32];
  const words = drawn("text", { class: "label", x, y: y + 0.085 });
  words.textContent = text;
  return [drawn("circle", { class: "label-ground", cx: x, cy: y, r: 0.15 }), words];
}
