// The graph of winning chances: click it, or use its slider with the keyboard.

import { drawn, h } from "./dom.js";

const [WIDTH, HEIGHT] = [300, 80];

export class Graph {
  /**
   * @param {import("./types").GameInfo} info
   * @param {(ply: number) => void} jump
   */
  constructor(info, jump) {
    const [first, second] = info.sides;
    this.paint = first?.paint ?? "";
    this.name = first?.name ?? "the first player";
    /** @type {(import("./types").Value | null)[]} at the start and after each move */
    this.values = [];
    this.picture = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", preserveAspectRatio: "none", role: "img",
      "aria-label": `Winning chance of ${this.name} through the game`, "data-paint": second?.paint ?? "" });
    this.picture.addEventListener("click", (event) => {
      const box = this.picture.getBoundingClientRect();
      jump(Math.round(((/** @type {MouseEvent} */ (event).clientX - box.left) / box.width) * (this.values.length - 1)));
    });
    this.slider = h("input", { type: "range", min: "0", "aria-label": "Move", oninput: () => jump(Number(this.slider.value)) });
    this.caption = h("figcaption", {});
    this.element = h("figure", { class: "chances", hidden: true }, this.picture, this.slider, this.caption);
  }

  /**
   * @param {(import("./types").Value | null)[]} values
   * @param {number} ply the move that is shown
   * @param {string} here its place in the game, as text
   */
  update(values, ply, here) {
    this.values = values;
    const chances = values.map((value) => value?.chance ?? null);
    this.element.hidden = chances.every((chance) => chance === null);
    const most = Math.max(1, chances.length - 1);
    const x = (/** @type {number} */ move) => (move / most) * WIDTH;
    const y = (/** @type {number} */ chance) => (1 - chance) * HEIGHT;
    const points = chances.flatMap((chance, move) => (chance === null ? [] : [`${x(move).toFixed(1)},${y(chance).toFixed(1)}`]));
    const [begin = "0", end = "0"] = [points[0], points.at(-1)].map((point) => point?.split(",")[0] ?? "0");
    this.picture.replaceChildren(
      drawn("polygon", { class: "area", "data-paint": this.paint, points: `${begin},${HEIGHT} ${points.join(" ")} ${end},${HEIGHT}` }),
      drawn("line", { class: "midline", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      drawn("polyline", { class: "curve", points: points.join(" ") }),
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
