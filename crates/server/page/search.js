// The engine: it runs in a worker, which is started for the first search. One search runs at a time.

import { asset } from "./dom.js";

/** @typedef {import("./types").AnalysisReport} AnalysisReport */
/** @typedef {import("./types").Review} Review */
/** @typedef {{ mv: string | null, value: string | null, line?: import("./types").Line | null }} Best */

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** @returns {Promise<WebAssembly.Module>} the engine, compiled once for all workers */
function engineModule() {
  compiled ??= WebAssembly.compileStreaming(fetch(asset("built/engine_bg.wasm"))).catch((error) => {
    compiled = null;
    console.error(error);
    throw new Error("The engine could not be loaded. Check the connection and try again.");
  });
  return compiled;
}

/** @type {Worker | null} */
let worker = null;
/** @type {Promise<unknown>} the end of the searches so far */
let queue = Promise.resolve();

/**
 * @param {string} kind
 * @param {object} request
 * @param {AbortSignal} signal
 * @param {(report: any) => void} [report]
 * @returns {Promise<any>} the answer; undefined if the search was aborted
 */
function run(kind, request, signal, report = () => {}) {
  const result = queue.then(async () => {
    if (signal.aborted) return undefined;
    const module = await engineModule();
    return signal.aborted ? undefined : search({ kind, request, module }, signal, report);
  });
  queue = result.catch(() => {});
  return result;
}

/**
 * @param {{ kind: string, request: object, module: WebAssembly.Module }} message
 * @param {AbortSignal} signal
 * @param {(report: any) => void} report
 */
function search(message, signal, report) {
  const engine = (worker ??= new Worker(asset("engine-worker.js"), { type: "module" }));
  return new Promise((resolve, reject) => {
    // A running search cannot be interrupted, but its worker can be ended.
    const drop = () => {
      engine.terminate();
      if (worker === engine) worker = null;
    };
    const abort = () => {
      drop();
      resolve(undefined);
    };
    signal.addEventListener("abort", abort, { once: true });
    const fail = (/** @type {string} */ reason) => {
      signal.removeEventListener("abort", abort);
      drop();
      reject(new Error(reason));
    };
    engine.onerror = () => fail("The engine failed. Try again.");
    engine.onmessage = ({ data }) => {
      if (data.report) return report(data.report);
      if (data.error) return fail(data.error);
      signal.removeEventListener("abort", abort);
      resolve(data.answer);
    };
    engine.postMessage(message);
  });
}

/**
 * Analyses a position.
 * @param {{ game: string, position: string, lines: number, explore: boolean, seconds?: number }} request
 * @param {AbortSignal} signal
 * @param {(report: AnalysisReport) => void} report
 */
export const analyse = (request, signal, report) => run("analyse", request, signal, report);

/**
 * The best move of a position.
 * @param {{ game: string, position: string, ms: number, level?: number, seed?: number }} request
 * @param {AbortSignal} signal
 * @returns {Promise<Best | undefined>} undefined if the search was aborted
 */
export const bestMove = (request, signal) => run("bestMove", request, signal);

/**
 * Reviews a game.
 * @param {{ game: string, options: object, position: string | null, moves: string[] }} request
 * @param {AbortSignal} signal
 * @param {(review: Review) => void} report
 */
export const review = (request, signal, report) => run("review", request, signal, report);
