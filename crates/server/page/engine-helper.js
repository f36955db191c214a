// A worker that helps the searching one, whose memory it shares. It never listens again: between searches it sleeps in the module.

import init, { help } from "./built/engine-threads.js";

onmessage = async ({ data: { module, memory } }) => {
  try {
    await init({ module_or_path: module, memory });
    postMessage({ ready: {} });
    help();
  } catch (error) {
    console.warn(error);
    postMessage({ error: "The engine failed on this position." });
  }
};
