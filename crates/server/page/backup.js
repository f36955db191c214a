// All games of this browser in one file.

import { attempt, h, toast } from "./dom.js";
import { localRecords, storeRecord } from "./local.js";
import { restoreProgress, storedProgress } from "./puzzle-progress.js";
import { knownGames, rememberGame } from "./settings.js";

/** Downloads all games. */
function save() {
  const text = JSON.stringify({ strata: 1, games: knownGames(), records: localRecords(), puzzles: storedProgress() });
  const link = h("a", { href: `data:application/json;charset=utf-8,${encodeURIComponent(text)}`, download: "strata-games.json" });
  link.click();
}

/** @param {File} file */
async function load(file) {
  const invalid = new Error("This file contains no games of Strata. Choose a file that was saved with Export games.");
  const read = await file.text().then(JSON.parse).catch(() => { throw invalid; });
  if (read?.strata !== 1 || !Array.isArray(read.games) || typeof read.records !== "object") throw invalid;
  for (const [id, record] of Object.entries(read.records)) storeRecord(id, String(record));
  const known = new Set(knownGames().map(({ id }) => id));
  const added = read.games.filter((/** @type {any} */ game) => typeof game?.id === "string" && Array.isArray(game.names) && !known.has(game.id));
  for (const game of added.reverse()) rememberGame(game);
  restoreProgress(read.puzzles);
  toast(`${added.length} ${added.length === 1 ? "game" : "games"} imported.`);
}

/** The buttons that export and import games. @param {() => void} imported */
export function backupButtons(imported) {
  const file = h("input", { type: "file", accept: "application/json", hidden: true, "aria-label": "File with games",
    onchange: () => void attempt(async () => {
      const [chosen] = file.files ?? [];
      if (chosen) await load(chosen);
      file.value = "";
      imported();
    }) });
  return h("p", { class: "buttons" },
    h("button", { type: "button", class: "quiet", onclick: save }, "Export games"),
    h("button", { type: "button", class: "quiet", onclick: () => file.click() }, "Import games"), file);
}
