// The worker that searches.

import init, { Searcher, loadTable, missingTables } from "./built/engine.js";

/** @type {Searcher | null} */
let searcher = null;

/** Loads the files with precomputed results; without them, the engine searches more. @param {string} game */
async function loadTables(game) {
  for (const name of missingTables(game)) {
    try {
      const response = await fetch(new URL(`tables/${name}`, import.meta.url));
      if (response.ok) loadTable(name, new Uint8Array(await response.arrayBuffer()));
    } catch (error) {
      console.warn(error);
    }
  }
}

onmessage = async ({ data: { kind, request, module } }) => {
  try {
    if (!searcher) {
      await init({ module_or_path: module });
      searcher = new Searcher();
    }
    await loadTables(request.game);
    const text = JSON.stringify(request);
    const host = { report: (/** @type {string} */ report) => postMessage({ report: JSON.parse(report) }) };
    const answer = kind === "bestMove" ? JSON.parse(searcher.bestMove(text)) : kind === "review" ? searcher.review(text, host) : searcher.analyse(text, host);
    postMessage({ answer });
  } catch (error) {
    const isRefusal = error instanceof Error && !(error instanceof WebAssembly.RuntimeError);
    postMessage({ error: isRefusal ? error.message : "The engine failed on this position." });
  }
};
