// What the player has solved of the puzzles. It is stored in this browser; the core computes it.

const STORAGE_KEY = "strata.puzzles";

/** @returns {any} the progress; undefined if nothing was tried */
export function storedProgress() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {object} progress */
export function storeProgress(progress) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(progress));
  } catch {
    // Without storage, the progress is lost when the page is closed.
  }
}

/** Stores the progress of a file, unless more puzzles were tried in this browser. @param {any} progress */
export function restoreProgress(progress) {
  const tried = (/** @type {any} */ one) => Object.keys(one?.puzzles ?? {}).length;
  if (tried(progress) > tried(storedProgress())) storeProgress(progress);
}
