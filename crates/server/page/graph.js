// The winning chances of a game as a picture to click on.

import { drawn, h } from "./dom.js";

const [WIDTH, HEIGHT] = [300, 80];

/**
 * @param {import("./types").GameInfo} info
 * @param {(number | null)[]} chances of the first player after each move, 0 to 1
 * @param {number} ply the move that is looked at
 * @param {(ply: number) => void} jump
 */
export function graph(info, chances, ply, jump) {
  const [first, second] = info.sides;
  const name = first?.name ?? "the first player";
  const most = Math.max(1, chances.length);
  const x = (/** @type {number} */ move) => (move / most) * WIDTH;
  const y = (/** @type {number} */ chance) => (1 - chance) * HEIGHT;
  const points = [...(chances[0] === null ? [] : [[0, chances[0]]]), ...chances.flatMap((chance, place) => (chance === null ? [] : [[place + 1, chance]]))]
    .map(([move = 0, chance = 0]) => `${x(move).toFixed(1)},${y(chance).toFixed(1)}`);
  const [begin = "0", end = "0"] = [points[0], points.at(-1)].map((point) => point?.split(",")[0] ?? "0");
  const here = chances[ply - 1];
  const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", preserveAspectRatio: "none", role: "img",
    "aria-label": `Winning chance of ${name} through the game`, "data-paint": second?.paint ?? "" },
    drawn("polygon", { class: "area", "data-paint": first?.paint ?? "", points: `${begin},${HEIGHT} ${points.join(" ")} ${end},${HEIGHT}` }),
    drawn("line", { class: "midline", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    drawn("polyline", { class: "curve", points: points.join(" ") }),
    drawn("line", { class: "here", x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    jump(Math.round(((/** @type {MouseEvent} */ (event).clientX - box.left) / box.width) * most));
  });
  const now = here === null || here === undefined ? "" : `: ${Math.round(here * 100)} % after move ${ply}`;
  return h("figure", { class: "chances" }, svg, h("figcaption", {}, `Winning chance of ${name}${now}`));
}
