// The entrance.

import { start } from "./router.js";
import { openSettings } from "./preferences.js";

document.getElementById("settings")?.addEventListener("click", openSettings);
start();
