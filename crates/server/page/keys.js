// Keys that work anywhere on a page, and the list of them.

import { dialog, h } from "./dom.js";

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
export function listen(keys, signal) {
  const help = () => {
    const rows = [...AT_THE_BOARD, ...keys.map((key) => [key.keys.map(keyName).join(", "), key.words]), ["?", "this list"]];
    dialog("Keys", h("dl", { class: "keys" }, ...rows.flatMap(([key, words]) => [h("dt", {}, key), h("dd", {}, words)])));
  };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog")) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, select, textarea")) return;
    const key = event.key === "?" ? { act: help } : keys.find((other) => other.keys.includes(event.key));
    if (!key) return;
    event.preventDefault();
    key.act();
  }, { signal });
  return help;
}
