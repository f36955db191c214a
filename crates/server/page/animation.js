// Animates the difference between two pictures: pieces travel, appear and vanish; lifted pieces and counters move along.
// Only transforms and opacity change.

import { animationSpeed } from "./settings.js";

/** The duration of a step at normal speed, in milliseconds. */
const STEP = 220;

/** With more differences, it is another position rather than a move. */
const MOST_CHANGES = 6;

/** @returns {number} the duration of a step */
export const stepTime = () => STEP / animationSpeed();

/** @typedef {[number, number]} Point */
/** @typedef {Map<string, Element>} Pieces */

/** The pieces of a kind by their squares. @param {Element} svg @param {string} kind @returns {Pieces} */
function pieces(svg, kind) {
  return new Map([...svg.querySelectorAll(`.${kind}[data-on]`)].map((piece) => [piece.getAttribute("data-on") ?? "", piece]));
}

/** The corner of a square. @param {Element} svg @param {string} square @returns {Point} */
function corner(svg, square) {
  const box = svg.querySelector(`[data-square="${square}"] rect`);
  return [Number(box?.getAttribute("x")), Number(box?.getAttribute("y"))];
}

/** What a keyframe moves a piece by, from one square to another. @param {Element} svg @param {string} from @param {string} to */
function shift(svg, from, to) {
  const [[x, y], [left, top]] = [corner(svg, from), corner(svg, to)];
  return `translate(${x - left}px, ${y - top}px)`;
}

/** Shows a piece of the old picture until an animation of it ends. @param {Element} svg @param {Element} piece @param {Keyframe[]} frames @param {number} duration */
function leave(svg, piece, frames, duration) {
  const copy = /** @type {Element} */ (piece.cloneNode(true));
  copy.removeAttribute("data-on");
  copy.removeAttribute("data-held");
  copy.classList.add("leaving");
  svg.append(copy);
  copy.animate(frames, { duration, easing: "ease-in-out", fill: "forwards" }).finished.then(() => copy.remove(), () => copy.remove());
}

/** Shows a new piece at the end of an animation. @param {Element} piece @param {number} duration */
function arrive(piece, duration) {
  piece.animate([{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], { duration });
}

/**
 * A piece travels from the square that became empty to the one that changed; other new pieces appear, and others vanish.
 * @param {Element} before
 * @param {Element} after
 * @param {number} duration
 */
function animatePieces(before, after, duration) {
  const [old, now] = [pieces(before, "piece"), pieces(after, "piece")];
  const removed = new Set([...after.querySelectorAll("[data-removed]")].map((mark) => mark.getAttribute("data-removed")));
  const isHeld = !!before.querySelector(".held, .leaving .held") || !!after.querySelector(".held");
  const emptied = [...old.keys()].filter((square) => !now.has(square));
  const vacated = emptied.filter((square) => !removed.has(square));
  const changed = [...now.keys()].filter((square) => old.get(square)?.innerHTML !== now.get(square)?.innerHTML);
  if (changed.length > MOST_CHANGES || vacated.length > MOST_CHANGES) return;
  const [from, to] = !isHeld && vacated.length === 1 && changed.length === 1 ? [vacated[0] ?? "", changed[0] ?? ""] : ["", ""];
  for (const square of emptied) {
    const piece = old.get(square);
    if (piece && square !== from) leave(after, piece, [{ opacity: 1 }, { opacity: 0 }], duration * (removed.has(square) ? 2 : 1));
  }
  for (const square of changed) {
    const piece = now.get(square);
    if (piece && square !== to) piece.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: duration * 0.9, easing: "ease-out" });
  }
  const [traveller, arrived, covered] = [old.get(from), now.get(to), old.get(to)];
  if (traveller && arrived) {
    if (covered) leave(after, covered, [{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], duration);
    leave(after, traveller, [{ transform: "none" }, { transform: shift(after, to, from) }], duration);
    arrive(arrived, duration);
  }
}

/** Lifted pieces move with the hand. @param {Element} before @param {Element} after @param {number} duration */
function animateHeld(before, after, duration) {
  const [old, now] = [before.querySelector(".held[data-held]"), after.querySelector(".held[data-held]")];
  const [from, to] = [old, now].map((held) => held?.getAttribute("data-held") ?? "");
  const timing = { duration: duration * 0.9, easing: "ease-out" };
  if (old && now && from && to) now.animate([{ transform: shift(after, from, to) }, { transform: "none" }], timing);
  else if (now) now.animate([{ opacity: 0.3, transform: "translate(-16px, 32px)" }, { opacity: 1, transform: "none" }], timing);
  else if (old) leave(after, old, [{ opacity: 1 }, { opacity: 0 }], duration * 0.5);
}

/** Tiles appear and vanish. @param {Element} before @param {Element} after @param {number} duration */
function animateTiles(before, after, duration) {
  const key = (/** @type {Element} */ tile) => `${tile.getAttribute("data-on")} ${tile.querySelector("rect")?.outerHTML}`;
  const [old, now] = [before, after].map((svg) => new Map([...svg.querySelectorAll(".tile[data-on]")].map((tile) => [key(tile), tile])));
  if (!old || !now || Math.abs(old.size - now.size) > 1) return;
  for (const [name, tile] of now) if (!old.has(name)) tile.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration, easing: "ease-out" });
  for (const [name, tile] of old) if (!now.has(name) && !tile.matches(".ghost")) leave(after, tile, [{ opacity: 1 }, { opacity: 0 }], duration);
}

/** A counter walks from square to square. @param {Element} before @param {Element} after @param {string[]} path @param {number} duration */
function animateCounters(before, after, path, duration) {
  const [old, now] = [pieces(before, "counter"), pieces(after, "counter")];
  const [from] = [...old.keys()].filter((square) => !now.has(square));
  const [to] = [...now.keys()].filter((square) => !old.has(square));
  const counter = now.get(to ?? "");
  if (!from || !to || !counter) return;
  const way = path.length > 1 && path[0] === from && path.at(-1) === to ? path : [from, to];
  counter.parentNode?.append(counter);
  counter.animate(way.map((square) => ({ transform: shift(after, square, to) })), { duration: walkTime(way, duration), easing: "linear" });
}

/** How long a counter walks: longer for a longer way, but nobody waits. @param {string[]} path @param {number} step */
const walkTime = (path, step) => Math.min(step * 6, step * (1 + path.length / 4));

/** @param {string[]} path of a counter @returns {number} how long the last picture of a move is animated */
export const lastStepTime = (path) => (path.length > 1 ? walkTime(path, stepTime()) : stepTime());

/**
 * @param {Element} before
 * @param {Element} after
 * @param {string[]} [path] the squares that a counter passes
 */
export function animateDifferences(before, after, path = []) {
  const duration = stepTime();
  animatePieces(before, after, duration);
  animateHeld(before, after, duration);
  animateTiles(before, after, duration);
  animateCounters(before, after, path, duration);
  for (const mark of after.querySelectorAll("[data-removed]")) {
    if (!before.querySelector(`[data-removed="${mark.getAttribute("data-removed")}"]`)) {
      mark.animate([{ opacity: 0 }, { opacity: 1 }], { duration: duration * 2 });
    }
  }
}
