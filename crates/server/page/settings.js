// The settings and the known games, which are stored only in this browser.

/** @typedef {import("./types").Settings} Settings */
/** @typedef {import("./types").KnownGame} KnownGame */

const SETTINGS = "strata.settings";
const GAMES = "strata.games";
const SETUPS = "strata.setups";
const LEARNED = "strata.learned";
const MAX_GAMES = 60;

/** @type {Settings} */
const DEFAULTS = {
  theme: "auto", board: "wood", view: "angled", letters: false, sound: true, volume: 0.6, motion: true, speed: 1, confirm: false, premoves: true,
  shortcuts: true, name: "", muted: false, notify: false,
};

/** What boards can be made of, with labels. @type {[Settings["board"], string][]} */
export const BOARDS = [["wood", "Wood"], ["felt", "Felt"], ["slate", "Slate"], ["paper", "Paper"]];

/**
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
function read(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Playing works without storage, too.
  }
}

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read(SETTINGS, {}) };

const systemDark = matchMedia("(prefers-color-scheme: dark)");
const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
const touch = matchMedia("(pointer: coarse)");

/** The theme of the boards. @param {string} board what they are made of @returns {string} */
export function themeName(board = settings.board) {
  const dark = settings.theme === "auto" ? systemDark.matches : settings.theme === "dark";
  const isKnown = BOARDS.some(([known]) => known === board && known !== "wood");
  return (isKnown ? `${board}-` : "") + (dark ? "dark" : "light") + (settings.letters ? "-cb" : "");
}

/** How boards are drawn. @param {boolean} [flip] @returns {import("./types").Look} */
export function boardLook(flip = false) {
  return { flip, theme: themeName(), from_above: settings.view === "above" };
}

/** @returns {boolean} whether animations are on */
export function animated() {
  return settings.motion && !lessMotion.matches;
}

/** @returns {number} the speed of animations, 1 by default */
export function animationSpeed() {
  return Number(settings.speed) || 1;
}

/** @returns {boolean} whether a move waits for confirmation */
export function mustConfirm() {
  return settings.confirm && touch.matches;
}

function apply() {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.toggleAttribute("data-letters", settings.letters);
  dispatchEvent(new Event("settings"));
}

/** @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  write(SETTINGS, settings);
  apply();
}

systemDark.addEventListener("change", apply);
apply();

/** The last setup of each game. @returns {Record<string, Record<string, string>>} */
const setups = () => read(SETUPS, {});

/** @param {string} game @returns {Record<string, string>} */
export const lastSetup = (game) => setups()[game] ?? {};

/** @param {string} game @param {Record<string, string>} setup */
export function rememberSetup(game, setup) {
  write(SETUPS, { ...setups(), [game]: setup });
}

/** @returns {string[]} the games whose lesson was finished or dismissed */
const learned = () => read(LEARNED, []);

/** @param {string} game */
export function rememberLearned(game) {
  write(LEARNED, [...learned().filter((known) => known !== game), game]);
}

/** Whether to offer the lesson: the user has neither finished nor dismissed it, nor played the game. @param {string} game */
export const isNewTo = (game) => !learned().includes(game) && !knownGames().some((known) => known.game === game);

/** @returns {KnownGame[]} the newest first */
export function knownGames() {
  const games = read(GAMES, /** @type {KnownGame[]} */ ([]));
  return Array.isArray(games) ? games : [];
}

/**
 * @param {string} id
 * @returns {KnownGame | undefined}
 */
export function knownGame(id) {
  return knownGames().find((game) => game.id === id);
}

/** @param {KnownGame} game */
export function rememberGame(game) {
  const others = knownGames().filter((other) => other.id !== game.id);
  write(GAMES, [game, ...others].slice(0, MAX_GAMES));
}

/** @param {string} id */
export function forgetGame(id) {
  write(GAMES, knownGames().filter((game) => game.id !== id));
}
