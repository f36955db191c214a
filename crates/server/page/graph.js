// The graph of winning chances: click it, or use its slider with the keyboard.

import { drawn, h } from "./dom.js";

const [WIDTH, HEIGHT] = [300, 80];

/** @typedef {import("./types").Value} Value */

export class Graph {
  /**
   * @param {import("./types").GameInfo} info
   * @param {(ply: number) => void} jump
   */
  constructor(info, jump) {
    const [first, second] = info.sides;
    this.paint = first?.paint ?? "";
    this.other = second?.paint ?? "";
    this.name = first?.name ?? "the first player";
    /** @type {(Value | null)[]} at the start and after each move */
    this.values = [];
    this.picture = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", preserveAspectRatio: "none", role: "img",
      "aria-label": `Winning chance of ${this.name} through the game` });
    this.picture.addEventListener("click", (event) => {
      const box = this.picture.getBoundingClientRect();
      jump(Math.round(((/** @type {MouseEvent} */ (event).clientX - box.left) / box.width) * (this.values.length - 1)));
    });
    this.slider = h("input", { type: "range", min: "0", "aria-label": "Move", oninput: () => jump(Number(this.slider.value)) });
    this.caption = h("figcaption", {});
    this.element = h("figure", { class: "chances", hidden: true }, this.picture, this.slider, this.caption);
  }

  /**
   * @param {(Value | null)[]} values
   * @param {number} ply the move that is shown
   * @param {string} here its place in the game, as text
   * @param {{ ply: number }[]} [mistakes]
   */
  update(values, ply, here, mistakes = []) {
    this.values = values;
    this.element.hidden = values.every((value) => typeof value?.chance !== "number");
    const most = Math.max(1, values.length - 1);
    const x = (/** @type {number} */ move) => (move / most) * WIDTH;
    const y = (/** @type {number} */ chance) => (1 - chance) * HEIGHT;
    const parts = knownParts(values).map((part) => part.map(({ move, chance }) => [x(move), y(chance)].map((at) => at.toFixed(1))));
    // Positions without a value have neither colour.
    const areas = parts.flatMap((part) => {
      const points = part.map((point) => point.join()).join(" ");
      const [begin, end] = [part[0]?.[0] ?? "0", part.at(-1)?.[0] ?? "0"];
      return [
        drawn("polygon", { class: "area", "data-paint": this.other, points: `${begin},0 ${points} ${end},0` }),
        drawn("polygon", { class: "area", "data-paint": this.paint, points: `${begin},${HEIGHT} ${points} ${end},${HEIGHT}` }),
        drawn("polyline", { class: "curve", points }),
      ];
    });
    const dots = mistakes.flatMap(({ ply: move }) => {
      const chance = values[move]?.chance;
      const at = { x1: x(move), x2: x(move), y1: y(chance ?? 0), y2: y(chance ?? 0) };
      return typeof chance === "number" ? [drawn("line", { class: "slip edge", ...at }), drawn("line", { class: "slip", ...at })] : [];
    });
    this.picture.replaceChildren(...areas,
      drawn("line", { class: "midline", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      ...dots,
      drawn("line", { class: "here", x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT }));
    this.slider.max = String(most);
    this.slider.value = String(ply);
    this.#describe(here);
  }

  /** Describes the value at the slider. @param {string} here */
  #describe(here) {
    const text = this.values[Number(this.slider.value)]?.text;
    this.slider.setAttribute("aria-valuetext", [here, text].filter(Boolean).join(": "));
    this.caption.textContent = `Winning chance of ${this.name}${text ? `: ${text} ${here}` : ""}`;
  }
}

/**
 * The values in parts without gaps. A single missing value does not interrupt a part.
 * @param {(Value | null)[]} values
 * @returns {{ move: number, chance: number }[][]}
 */
export function knownParts(values) {
  /** @type {{ move: number, chance: number }[][]} */
  const parts = [];
  values.forEach((value, move) => {
    const chance = value?.chance;
    if (typeof chance !== "number") return;
    const last = parts.at(-1);
    const end = last?.at(-1);
    if (last && end && move - end.move <= 2) last.push({ move, chance });
    else parts.push([{ move, chance }]);
  });
  return parts;
}
