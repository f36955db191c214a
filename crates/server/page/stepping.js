// The buttons that step through a game.

import { h } from "./dom.js";
import { iconButton } from "./icons.js";

/**
 * @param {(where: "first" | "back" | "forward" | "last") => void} step
 * @param {() => void} flip
 */
export function stepButtons(step, flip) {
  return h("div", { class: "stepping", role: "group", "aria-label": "Step through the moves" },
    iconButton("first", "To the start", () => step("first"), { key: "↑" }),
    iconButton("back", "One move back", () => step("back"), { key: "←" }),
    iconButton("forward", "One move on", () => step("forward"), { key: "→" }),
    iconButton("last", "To the end", () => step("last"), { key: "↓" }),
    iconButton("flip", "Turn the board", flip, { key: "f" }));
}
