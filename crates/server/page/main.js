// The start of the script.

import { showAnalysis } from "./analysis.js";
import { showGame } from "./game.js";
import { showHome } from "./home.js";
import { showNew } from "./new-game.js";
import { openSettings } from "./settings-dialog.js";
import { start } from "./router.js";
import { showRules } from "./rules.js";

document.getElementById("settings")?.addEventListener("click", openSettings);
start({ "": showHome, new: showNew, analysis: showAnalysis, rules: showRules }, showGame);
