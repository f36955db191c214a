// Keyboard shortcuts of a page, and the dialog that lists them.

import { dialog, h } from "./dom.js";
import { change, settings } from "./settings.js";

/** @typedef {{ keys: string[], text: string, act: () => void }} Key */

/** @type {[string, string][]} */
const ON_THE_BOARD = [
  ["Arrows", "move between squares while the board is focused"],
  ["Enter, Space", "choose the focused square"],
  ["n, N", "next or previous square that can be chosen"],
];

/** The key that changes how boards are seen. @type {Key} */
export const VIEW_KEY = {
  keys: ["v"], text: "look from straight above, or at an angle",
  act: () => change({ view: settings.view === "above" ? "angled" : "above" }),
};

/** @param {string} key */
const keyName = (key) => ({ ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" })[key] ?? key;

/**
 * Adds the shortcuts of a page until the user leaves it. `?` lists them.
 * @param {Key[]} keys
 * @param {AbortSignal} signal
 * @returns {() => void} opens the list
 */
export function addShortcuts(keys, signal) {
  // Single letters can be switched off, for example for people who use speech input.
  const isOn = (/** @type {string} */ key) => settings.shortcuts || key.length > 1;
  const help = () => {
    const known = [...keys, { keys: ["?"], text: "this list" }].map(({ keys, text }) => ({ keys: keys.filter(isOn), text }));
    const rows = [...ON_THE_BOARD, ...known.filter(({ keys }) => keys.length).map(({ keys, text }) => [keys.map(keyName).join(", "), text])];
    dialog("Keyboard shortcuts", h("dl", { class: "keys" }, ...rows.flatMap(([key, text]) => [h("dt", {}, key), h("dd", {}, text)])));
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
