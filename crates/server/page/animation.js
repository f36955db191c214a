// Animates the difference between two pictures.

/** The duration of a step, in milliseconds. */
export const STEP = 200;

/**
 * @param {Element} svg
 * @returns {Map<string, Element>} the pieces by their squares
 */
function pieces(svg) {
  return new Map([...svg.querySelectorAll("[data-on]")].map((piece) => [piece.getAttribute("data-on") ?? "", piece]));
}

/**
 * @param {Element} svg
 * @param {string} square
 * @returns {[number, number]}
 */
function corner(svg, square) {
  const box = svg.querySelector(`[data-square="${square}"] rect`);
  return [Number(box?.getAttribute("x")), Number(box?.getAttribute("y"))];
}

/**
 * Moves a piece from the square that became empty to the one that changed; other new pieces fade in.
 * @param {Element} before
 * @param {Element} after
 */
export function animateDifferences(before, after) {
  const [old, now] = [pieces(before), pieces(after)];
  const emptied = [...old.keys()].filter((square) => !now.has(square));
  const changed = [...now].filter(([square, piece]) => old.get(square)?.innerHTML !== piece.innerHTML);
  // With many differences, it is another position rather than a move.
  if (changed.length > 3 || emptied.length > 1) return;
  const timing = { duration: STEP * 0.9, easing: "ease-out" };
  for (const [square, piece] of changed) {
    const from = changed.length === 1 ? emptied[0] : undefined;
    if (from) {
      const [[x, y], [left, top]] = [corner(after, from), corner(after, square)];
      piece.parentNode?.append(piece);
      piece.animate([{ transform: `translate(${x - left}px, ${y - top}px)` }, { transform: "none" }], timing);
    } else {
      piece.animate([{ opacity: 0.2 }, { opacity: 1 }], timing);
    }
  }
}
