// The winning chances of a game as a picture to click on, with a slider for the keyboard.

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
    /** @type {(number | null)[]} of the first player, 0 to 1, at the start and after each move */
    this.chances = [];
    this.picture = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", preserveAspectRatio: "none", role: "img",
      "aria-label": `Winning chance of ${this.name} through the game`, "data-paint": second?.paint ?? "" });
    this.picture.addEventListener("click", (event) => {
      const box = this.picture.getBoundingClientRect();
      jump(Math.round(((/** @type {MouseEvent} */ (event).clientX - box.left) / box.width) * (this.chances.length - 1)));
    });
    this.slider = h("input", { type: "range", min: "0", "aria-label": "Move", oninput: () => jump(Number(this.slider.value)) });
    this.caption = h("figcaption", {});
    this.element = h("figure", { class: "chances", hidden: true }, this.picture, this.slider, this.caption);
  }

  /**
   * @param {(number | null)[]} chances
   * @param {number} ply the move that is looked at
   * @param {string} here where that is, in words
   */
  update(chances, ply, here) {
    this.chances = chances;
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
    this.#say(here);
  }

  /** Says what the slider stands at. @param {string} here */
  #say(here) {
    const chance = this.chances[Number(this.slider.value)] ?? null;
    const percent = chance === null ? "" : `${Math.round(chance * 100)} %`;
    this.slider.setAttribute("aria-valuetext", [here, percent].filter(Boolean).join(": "));
    this.caption.textContent = `Winning chance of ${this.name}${percent && `: ${percent}, ${here}`}`;
  }
}
