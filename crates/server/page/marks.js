// Marks on the squares of a board, below the pieces. Their shapes and colours are definitions in the picture.

import { drawn } from "./dom.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {"movable" | "chosen" | "target" | "onto" | "last" | "cut" | "hint" | "winning" | "premove" | "hover"} Mark */

/**
 * Adds a mark to a square.
 * @param {Element} group the square in the picture
 * @param {Mark} mark
 */
export function addMark(group, mark) {
  const [look, box] = [group.closest("svg")?.getAttribute("data-look"), group.querySelector("rect")];
  if (!look || !box) return;
  const [x, y] = ["x", "y"].map((name) => box.getAttribute(name) ?? "0");
  group.append(drawn("use", { class: `added ${mark}`, href: `#${look}-${mark}`, x: x ?? "0", y: y ?? "0" }));
}

/**
 * What to mark a square as. The picture itself marks chosen squares, and the last move if nothing is chosen.
 * @param {Board} board
 * @param {string} square
 * @returns {Mark[]}
 */
function marksOf({ marks, canvas, cells }, square) {
  const { can, chosen, covered, last, hint, premove, placing } = marks;
  /** @type {Mark[]} */
  const found = [];
  const isChosen = chosen.includes(square);
  if (last?.includes(square) && !isChosen) found.push("last");
  if (hint && !hint.tile && hint.squares.includes(square)) found.push("hint");
  if (premove?.includes(square)) found.push("premove");
  if (placing || isChosen || !can.has(square) || covered?.has(square)) return found;
  if (chosen.length) found.push(canvas.querySelector(`[data-on="${square}"]`) ? "onto" : "target");
  // If half of the squares or more can be chosen, marks are only noise.
  else if (can.size * 2 < cells.size) found.push("movable");
  return found;
}

/** Draws the marks of a board. @param {Board} board */
export function drawMarks(board) {
  board.canvas.querySelectorAll(".added").forEach((mark) => mark.remove());
  for (const group of board.canvas.querySelectorAll("[data-square]")) {
    for (const mark of marksOf(board, group.getAttribute("data-square") ?? "")) addMark(group, mark);
  }
}

/** Marks the square under the mouse if it can be chosen, until something is chosen. @param {Board} board */
export function markHovered({ grid, canvas }) {
  const clear = () => canvas.querySelectorAll(".added.hover").forEach((mark) => mark.remove());
  grid.addEventListener("pointerover", (event) => {
    clear();
    const cell = event.target instanceof Element ? event.target.closest(".cell.can") : null;
    const group = cell && canvas.querySelector(`[data-square="${cell.getAttribute("data-square")}"]`);
    if (group && event.pointerType !== "touch") addMark(group, "hover");
  });
  grid.addEventListener("pointerleave", clear);
}
