// The choices that are not squares: buttons for words and pieces, a slider for numbers.

import { fill, h } from "./dom.js";
import { iconButton } from "./icons.js";

/** @typedef {import("./types").Step} Step */
/** @typedef {import("./entry.js").Entry} Entry */

/**
 * @param {Step} step
 * @returns {string}
 */
export function stepText(step) {
  if ("square" in step) return step.square;
  if ("number" in step) return String(step.number);
  if ("tile" in step) return `tile of ${step.tile.length}`;
  return "piece" in step ? step.piece : step.word;
}

/**
 * A slider and a field for a number.
 * @param {{ number: number, label: string }[]} choices in order
 * @param {number} proposed
 * @param {string} prompt
 * @param {{ choose: (number: number) => void, preview: (number: number) => void, back: () => void }} host
 */
function numberForm(choices, proposed, prompt, { choose, preview, back }) {
  const index = (/** @type {number} */ number) => choices.findIndex((choice) => choice.number === number);
  const button = h("button", { class: "primary" });
  const slider = h("input", {
    type: "range", min: "0", max: String(choices.length - 1), "aria-label": prompt, hidden: choices.length === 1,
    oninput: () => {
      field.value = String(choices[Number(slider.value)]?.number);
      changed();
    },
  });
  const field = h("input", {
    type: "number", min: String(choices[0]?.number), max: String(choices.at(-1)?.number), value: String(proposed), "aria-label": `${prompt} (number)`,
    oninput: () => index(Number(field.value)) >= 0 && changed(),
  });
  const update = () => {
    const at = index(Number(field.value));
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", field.value);
    button.textContent = choices[at]?.label ?? "";
  };
  const changed = () => {
    update();
    preview(Number(field.value));
  };
  update();
  return h("form", {
    class: "number-choice",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      choose(Number(field.value));
    },
    // The shortcuts of the page do not work in fields.
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && back(),
  }, slider, field, button);
}

/** The strip below the board: the steps so far, the choices that are not squares, and a button to step back. */
export class Choices {
  /** @param {Entry} entry */
  constructor(entry) {
    this.entry = entry;
    this.element = h("div", { class: "choices" });
    /** @type {{ mv: string, cancel: () => void } | null} the move that is entered in advance */
    this.premove = null;
  }

  update() {
    const { entry } = this;
    const { chosen, choices, state } = entry;
    /** @type {import("./dom.js").Child[]} */
    const parts = [];
    if (this.premove) {
      parts.push(h("span", { class: "so-far" }, `Premove ${this.premove.mv}`),
        h("button", { type: "button", title: "Cancel the premove (Esc)", onclick: this.premove.cancel }, "Cancel"));
    }
    if (entry.open && entry.tile) {
      parts.push(iconButton("turn", "Turn", () => entry.input("turn"), { wide: true, key: "t" }),
        iconButton("close", "Step back", () => entry.back(), { key: "Esc" }));
    } else if (entry.open && chosen.length) {
      parts.push(h("span", { class: "so-far" }, chosen.map(stepText).join(" ")),
        h("button", { type: "button", title: "Take the last step back (Esc)", onclick: () => entry.back() }, "Step back"));
    }
    if (entry.open && state?.unconfirmed) {
      parts.push(h("button", { type: "button", class: "primary", onclick: () => entry.input("confirm") }, "Confirm"));
    }
    const numbers = choices.flatMap(({ step, label }) => ("number" in step ? [{ number: step.number, label }] : []));
    if (numbers.length) parts.push(numberForm(numbers, state?.proposed_number ?? 0, state?.prompt ?? "", {
      choose: (number) => entry.input({ step: { number } }),
      preview: (number) => entry.peek({ number }),
      back: () => entry.back(),
    }));
    const words = choices.filter(({ step }) => !("number" in step) && !("tile" in step));
    if (words.length === 1 && choices.length === 1 && !state?.open_squares.length) parts.push(h("span", {}, "The only move:"));
    for (const { step, label } of words) {
      parts.push(h("button", { type: "button", class: "primary", onclick: () => entry.input({ step }) }, label));
    }
    fill(this.element, parts);
  }
}
