// How games of bots end: the first player's wins at each level, the length and what decided.

import { assetText, h } from "../dom.js";

/** @typedef {import("../types").GameInfo} GameInfo */

/** @param {number} part @param {number} of */
const percent = (part, of) => `${Math.round((100 * part) / Math.max(1, of))}%`;

/** @param {string} line @returns {HTMLTableRowElement} */
function row(line) {
  const [numbers = "", ...endings] = line.slice("level ".length).split(";");
  const [level = 0, games = 0, first = 0, draws = 0, plies = 0] = numbers.split(" ").map(Number);
  const decided = endings.map((ending) => ending.split("=")).sort((a, b) => Number(b[1]) - Number(a[1]))
    .map(([name, count]) => `${name} ${percent(Number(count), games)}`);
  return h("tr", {}, ...[level, games, percent(first, games), percent(draws, games), (plies / Math.max(1, games)).toFixed(1), decided.join(", ")]
    .map((cell) => h("td", {}, cell)));
}

/** The statistics of a game; empty if there are none. @param {GameInfo} info @returns {Promise<HTMLElement>} */
export async function statistics(info) {
  const lines = (await assetText(`openings/${info.id}.txt`).catch(() => "")).split("\n");
  const levels = lines.filter((line) => line.startsWith("level "));
  if (!levels.length) return h("div", { hidden: true });
  const heads = ["Level", "Games", `${info.sides[0]?.name} wins`, "Draws", "Moves", "Decided by"].map((head) => h("th", {}, head));
  const about = lines.find((line) => line.startsWith("about "))?.slice("about ".length) ?? "";
  return h("details", { class: "statistics" }, h("summary", {}, "How games between bots end"),
    h("table", {}, h("tbody", {}, h("tr", {}, ...heads), ...levels.map(row))), h("p", { class: "faint" }, about));
}
