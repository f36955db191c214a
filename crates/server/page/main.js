// The start of the script.

import { showAnalysis } from "./analysis.js";
import { loadCore } from "./core.js";
import { fill, h, reason } from "./dom.js";
import { showGame } from "./game.js";
import { showHome } from "./home.js";
import { showNew } from "./new-game.js";
import { workOffline } from "./offline.js";
import { openSettings } from "./settings-dialog.js";
import { start } from "./router.js";
import { showRules } from "./rules.js";

document.getElementById("settings")?.addEventListener("click", openSettings);
try {
  await loadCore();
  void workOffline();
  /** @type {import("./router.js").Show} */
  const showPuzzles = async (page) => (await import("./puzzles.js")).showPuzzles(page);
  start({ "": showHome, new: showNew, analysis: showAnalysis, rules: showRules, puzzles: showPuzzles }, showGame);
} catch (error) {
  const again = h("button", { type: "button", onclick: () => location.reload() }, "Try again");
  const root = /** @type {HTMLElement} */ (document.getElementById("main"));
  fill(root, [h("section", { class: "narrow", role: "alert" }, h("h1", {}, "The page cannot start"), h("p", {}, reason(error)), h("p", {}, again))]);
}
