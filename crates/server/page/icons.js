// Icons on buttons. Each button has a text or an accessible name, too.

import { drawn, h } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  flip: "M7 20V5l-4 4M7 5l4 4M17 4v15l-4-4m4 4 4-4",
  undo: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2",
  redo: "m15 7 5 5-5 5m5-5H10a5 5 0 0 0 0 10h2",
  hint: "M9 18h6m-5 3h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.8 1-2.5A6 6 0 0 0 12 3z",
  flag: "M6 21V4m0 0h11l-2.5 4L17 12H6",
  draw: "M5 9h14M5 15h14",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4m0 3.5v.5",
  pause: "M8 5v14M16 5v14",
  turn: "M20 12a8 8 0 1 1-3-6.2M20 3v5h-5",
  close: "M6 6l12 12M18 6 6 18",
  rules: "M4 5a2 2 0 0 1 2-2h14v18H6a2 2 0 0 1-2-2zM4 19a2 2 0 0 1 2-2h14M9 7h7M9 11h7",
};

/** @param {string} name */
export function icon(name) {
  return drawn("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    drawn("path", { d: PATHS[name] ?? "" }));
}

/**
 * A button with an icon.
 * @param {string} name of the icon
 * @param {string} label shown if `wide`, otherwise a tooltip and the accessible name
 * @param {() => void} act
 * @param {{ wide?: boolean, key?: string }} [more]
 */
export function iconButton(name, label, act, { wide = false, key } = {}) {
  const title = key ? `${label} (${key})` : label;
  return wide
    ? h("button", { type: "button", title, onclick: act }, icon(name), label)
    : h("button", { type: "button", class: "square-button", title, "aria-label": label, onclick: act }, icon(name));
}
