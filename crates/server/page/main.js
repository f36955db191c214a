// The start of the script.

import { loadCore } from "./core.js";
import { fill, h, reason } from "./dom.js";
import { showGame } from "./game.js";
import { showHome } from "./home.js";
import { showNew } from "./new-game.js";
import { workOffline } from "./offline.js";
import { start } from "./router.js";
import { showRules } from "./rules.js";

// The link leads to the settings as a page; a click opens them above the game.
document.getElementById("settings")?.addEventListener("click", async (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  (await import("./settings-dialog.js")).openSettings();
});
try {
  await loadCore();
  void workOffline();
  /** @typedef {import("./types").Page} Page */
  const showLesson = async (/** @type {Page} */ page) => (await import("./learn/lesson.js")).showLesson(page);
  const showPuzzles = async (/** @type {Page} */ page) => (await import("./puzzles.js")).showPuzzles(page);
  const showAnalysis = async (/** @type {Page} */ page) => (await import("./analysis.js")).showAnalysis(page);
  const showSettings = async (/** @type {Page} */ page) => (await import("./settings-dialog.js")).showSettings(page);
  start({
    "": showHome, new: showNew, learn: showLesson, puzzles: showPuzzles, analysis: showAnalysis, rules: showRules,
    settings: showSettings,
  }, showGame);
} catch (error) {
  const again = h("button", { type: "button", onclick: () => location.reload() }, "Try again");
  const root = /** @type {HTMLElement} */ (document.getElementById("main"));
  fill(root, [h("section", { class: "narrow", role: "alert" }, h("h1", {}, "The page cannot start"), h("p", {}, reason(error)), h("p", {}, again))]);
}
