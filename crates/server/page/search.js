// The engine: its workers are started for the first search. One search runs at a time.

import { Workers } from "./workers.js";

/** @typedef {import("./types").AnalysisReport & { threads?: number }} AnalysisReport */
/** @typedef {import("./types").Review} Review */
/** @typedef {{ mv: string | null, value: string | null, line?: import("./types").Line | null }} Best */

/** @type {Workers | null} */
let workers = null;
/** @type {Promise<unknown>} the end of the searches so far */
let queue = Promise.resolve();

/** @returns {Promise<Workers>} the workers of the last search, if it has not ended them */
async function usableWorkers() {
  if (workers && !workers.ended) return workers;
  try {
    return (workers = await Workers.start());
  } catch (error) {
    console.error(error);
    throw new Error("The engine could not be loaded. Check the connection and try again.");
  }
}

/**
 * @param {string} kind
 * @param {object} request
 * @param {AbortSignal} signal
 * @param {(report: any) => void} [report]
 * @returns {Promise<any>} the answer; undefined if the search was aborted
 */
function run(kind, request, signal, report = () => {}) {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
    queue = queue.then(() => search({ kind, request }, signal, report)).then(resolve, reject);
  });
}

/**
 * @param {{ kind: string, request: object }} message
 * @param {AbortSignal} signal
 * @param {(report: any) => void} report
 */
async function search(message, signal, report) {
  if (signal.aborted) return undefined;
  const team = await usableWorkers();
  if (signal.aborted) return undefined;
  const running = team.search(message, (found) => signal.aborted || report(found));
  const stop = () => void team.stop(running);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await running;
  } finally {
    signal.removeEventListener("abort", stop);
  }
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

/**
 * Judges a move that a player tries in place of a mistake.
 * @param {{ game: string, position: string, mv: string, best: string, best_evaluation: string }} request
 * @param {AbortSignal} signal
 * @returns {Promise<import("./types").Retry | undefined>} undefined if the search was aborted
 */
export const retry = (request, signal) => run("retry", request, signal);
