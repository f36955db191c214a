// Loads the core, which in the page comes with the first request. Import this file before the modules under test.

import "./fakes.js";
import { readFileSync } from "node:fs";
import init from "../../crates/server/page/built/core.js";

await init({ module_or_path: readFileSync(new URL("../../crates/server/page/built/core_bg.wasm", import.meta.url)) });
