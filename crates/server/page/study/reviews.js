// The reviews of finished games, until the browser tab is closed: the game page and the analysis board share them.

/** @typedef {import("../types").Review} Review */

const STORAGE_KEY = "strata.reviews";
/** How many reviews are stored. */
const MAX_STORED = 5;

/** @returns {{ id: string, review: Review }[]} the latest first */
function stored() {
  try {
    const found = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} id of a table @returns {Review | null} */
export const storedReview = (id) => stored().find((one) => one.id === id)?.review ?? null;

/** @param {string} id of a table @param {Review} review */
export function storeReview(id, review) {
  const others = stored().filter((one) => one.id !== id);
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([{ id, review }, ...others].slice(0, MAX_STORED)));
  } catch {
    // Without storage, the game has to be reviewed again.
  }
}
