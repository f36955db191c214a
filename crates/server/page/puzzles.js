// The list of puzzles. The files with the puzzles are loaded when it is opened.

import { core } from "./core.js";
import { assetText, fill, h } from "./dom.js";
import { learning, loadLearning } from "./learning.js";
import { showPuzzle } from "./puzzle.js";
import { storedProgress } from "./puzzle-progress.js";
import { title } from "./router.js";

/**
 * @typedef {{ id: string, game: string, position: string, task: string, rating: number, themes: string[], origin: string, score: "solved" | "hint" | "failed" | null }} Puzzle
 * @typedef {{ puzzles: Puzzle[], daily: string | null, next: (string | null)[], rating: number, solved: number, streak: number, best: number }} PuzzleList
 */

/** The file with the puzzles that were not made by the program. */
const CLASSIC = "classic";

const DAY = 86_400_000;

const MARKS = { solved: ["✓", "solved"], hint: ["~", "solved with a hint"], failed: ["✗", "failed at the first attempt"] };

/** @type {Promise<Map<string, string>> | null} the files by name */
let files = null;

/** @returns {Promise<Map<string, string>>} */
function loadFiles() {
  const names = [CLASSIC, ...core.games().map(({ id }) => id)];
  files ??= Promise.all(names.map(async (name) => /** @type {[string, string]} */ ([name, await assetText(`puzzles/${name}.pgn`)])))
    .then((loaded) => new Map(loaded));
  files.catch(() => { files = null; });
  return files;
}

/** @param {import("./types").Page} page */
export async function showPuzzles({ root, signal, parts }) {
  const [texts] = await Promise.all([loadFiles(), loadLearning()]);
  if (signal.aborted) return;
  /** @returns {PuzzleList} */
  const list = () => learning.puzzles({ texts: [...texts.values()], day: Math.floor(Date.now() / DAY), progress: storedProgress() });
  const [wanted] = parts;
  if (!wanted) return showList(root, list());
  const id = wanted === "daily" ? list().daily : wanted;
  const puzzle = list().puzzles.find((one) => one.id === id);
  if (!puzzle) throw Object.assign(new Error(`There is no puzzle ${wanted}.`), { status: 404 });
  const text = texts.get(puzzle.id.replace(/-\d+$/, "")) ?? "";
  showPuzzle(root, signal, { puzzle, text, list, daily: wanted === "daily" });
}

/** @param {HTMLElement} root @param {PuzzleList} list */
function showList(root, list) {
  title("Puzzles");
  const { puzzles, daily, next, rating, solved, streak, best } = list;
  const games = core.games();
  const open = (/** @type {string | null | undefined} */ id, /** @type {string} */ label, primary = false) =>
    id && h("a", { href: `puzzles/${id}`, class: primary ? "button primary" : "button" }, label);
  const entry = (/** @type {Puzzle} */ puzzle) => {
    const [mark, words] = puzzle.score ? MARKS[puzzle.score] : ["", "not tried"];
    return h("li", {}, h("a", { href: `puzzles/${puzzle.id}`, class: puzzle.score ?? "", title: `${puzzle.task} ${puzzle.themes.join(", ")}`,
      "aria-label": `${puzzle.id}, rating ${puzzle.rating}, ${words}` },
    h("span", {}, puzzle.id.replace(/^.*-/, "")), h("small", {}, puzzle.rating), mark && h("b", {}, mark)));
  };
  const section = (/** @type {string} */ name, /** @type {Puzzle[]} */ some, /** @type {string | null | undefined} */ nextId) => some.length > 0 && h("section", {},
    h("h2", {}, name), nextId && h("p", { class: "buttons" }, open(nextId, "Next puzzle")), h("ol", { class: "puzzle-list" }, ...some.map(entry)));
  const isClassic = (/** @type {Puzzle} */ puzzle) => puzzle.id.startsWith(CLASSIC);
  fill(root, [h("section", { class: "narrow puzzles" }, h("h1", {}, "Puzzles"),
    h("p", {}, "Find the right moves; a wrong one is refuted on the board. All solutions are proven."),
    h("p", { class: "puzzle-figures" },
      h("span", {}, "Rating ", h("b", {}, rating)), h("span", {}, "Solved ", h("b", {}, `${solved} of ${puzzles.length}`)),
      h("span", {}, "In a row ", h("b", {}, streak)), h("span", {}, "Best ", h("b", {}, best))),
    h("p", { class: "buttons" }, open(daily && "daily", "Puzzle of the day", true), open(next[0], "Next puzzle")),
    section("Classics", puzzles.filter(isClassic), null),
    ...games.map((game, place) => section(game.name, puzzles.filter((puzzle) => puzzle.game === game.id && !isClassic(puzzle)), next[place + 1])))]);
}
