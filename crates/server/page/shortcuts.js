// Keys that work anywhere on a page, and the list of them.

import { dialog, h } from "./dom.js";
import { settings } from "./settings.js";

/** @typedef {{ keys: string[], words: string, act: () => void }} Key */

/** @type {[string, string][]} */
const AT_THE_BOARD = [
  ["Arrows", "go from square to square, once the board has the focus"],
  ["Enter, Space", "choose the square"],
  ["n, N", "to the next or previous square that can be chosen"],
];

/** @param {string} key */
const keyName = (key) => ({ ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" })[key] ?? key;

/**
 * Listens for keys until the page is left. `?` shows them all.
 * @param {Key[]} keys
 * @param {AbortSignal} signal
 * @returns {() => void} shows them
 */
export function addShortcuts(keys, signal) {
  // Whoever dictates, or hits keys by chance, can switch the letters off.
  const isOn = (/** @type {string} */ key) => settings.shortcuts || key.length > 1;
  const help = () => {
    const known = [...keys, { keys: ["?"], words: "this list" }].map(({ keys, words }) => ({ keys: keys.filter(isOn), words }));
    const rows = [...AT_THE_BOARD, ...known.filter(({ keys }) => keys.length).map(({ keys, words }) => [keys.map(keyName).join(", "), words])];
    dialog("Keys", h("dl", { class: "keys" }, ...rows.flatMap(([key, words]) => [h("dt", {}, key), h("dd", {}, words)])));
  };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog")) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, select, textarea") || !isOn(event.key)) return;
    const key = event.key === "?" ? { act: help } : keys.find((other) => other.keys.includes(event.key));
    if (!key) return;
    event.preventDefault();
    key.act();
  }, { signal });
  return help;
}
