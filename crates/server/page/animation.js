// Pieces that move from one picture to the next.

/** How long a step takes, in milliseconds. */
export const STEP = 200;

/**
 * @param {Element} svg
 * @returns {Map<string, Element>} the pieces by the squares they are on
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
 * Lets what is new in a picture come from where something is gone; what comes from nowhere appears.
 * @param {Element} before
 * @param {Element} after
 */
export function animateDifferences(before, after) {
  const [old, now] = [pieces(before), pieces(after)];
  const gone = [...old.keys()].filter((square) => !now.has(square));
  const fresh = [...now].filter(([square, piece]) => old.get(square)?.innerHTML !== piece.innerHTML);
  // Many differences are another position altogether, not a move.
  if (fresh.length > 3 || gone.length > 1) return;
  const timing = { duration: STEP * 0.9, easing: "ease-out" };
  for (const [square, piece] of fresh) {
    const from = fresh.length === 1 ? gone[0] : undefined;
    if (from) {
      const [[x, y], [left, top]] = [corner(after, from), corner(after, square)];
      piece.parentNode?.append(piece);
      piece.animate([{ transform: `translate(${x - left}px, ${y - top}px)` }, { transform: "none" }], timing);
    } else {
      piece.animate([{ opacity: 0.2 }, { opacity: 1 }], timing);
    }
  }
}
