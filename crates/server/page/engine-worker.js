// The worker that searches.

/** The built module; the one for a single thread has no helpers. @typedef {typeof import("./built/engine-threads.js")} Engine */

/** @type {Engine} */
let engine;
/** @type {InstanceType<Engine["Searcher"]>} */
let searcher;
let threads = 1;

/** Loads the files with precomputed results; without them, the engine searches more. @param {string} game */
async function loadTables(game) {
  for (const name of engine.missingTables(game)) {
    try {
      const response = await fetch(new URL(`tables/${name}`, import.meta.url));
      if (response.ok) engine.loadTable(name, new Uint8Array(await response.arrayBuffer()));
    } catch (error) {
      console.warn(error);
    }
  }
}

/** @param {{ name: string, module: WebAssembly.Module, helpers: number }} message */
async function start({ name, module, helpers }) {
  engine = await import(`./built/${name}.js`);
  const { memory } = await engine.default({ module_or_path: module });
  if (!helpers) {
    searcher = new engine.Searcher();
    return postMessage({ ready: {} });
  }
  searcher = engine.Searcher.withHelpers(helpers);
  threads = searcher.threads();
  postMessage({ ready: { memory, stopAddress: engine.stopAddress() } });
}

/** @param {{ kind: string, request: any }} message */
async function search({ kind, request }) {
  await loadTables(request.game);
  const text = JSON.stringify(request);
  const host = { report: (/** @type {string} */ report) => postMessage({ report: { ...JSON.parse(report), threads } }) };
  const answer = kind === "bestMove" ? JSON.parse(searcher.bestMove(text)) : kind === "retry" ? JSON.parse(searcher.retry(text)) : kind === "review" ? searcher.review(text, host) : searcher.analyse(text, host);
  postMessage({ answer });
}

onmessage = async ({ data }) => {
  try {
    await (data.module ? start(data) : search(data));
  } catch (error) {
    const isRefusal = error instanceof Error && !(error instanceof WebAssembly.RuntimeError);
    postMessage({ error: isRefusal ? error.message : "The engine failed on this position." });
  }
};
