// What may be chosen beside the board: words, pieces from the hand, numbers.

import { capital, fill, h } from "./dom.js";

/** @typedef {import("./types").Step} Step */
/** @typedef {import("./entry.js").Entry} Entry */

/**
 * @param {Step} step
 * @returns {string}
 */
export function stepText(step) {
  if ("square" in step) return step.square;
  if ("number" in step) return String(step.number);
  return "piece" in step ? step.piece : step.word;
}

/**
 * A slider and a field for one of these numbers.
 * @param {number[]} numbers in order
 * @param {{ choose: (number: number) => void, look: (number: number) => void, back: () => void }} host
 */
function numberChoice(numbers, { choose, look, back }) {
  const best = numbers.length - 1;
  const slider = h("input", {
    type: "range", min: "0", max: String(best), value: String(best), "aria-label": "Points", hidden: best === 0,
    oninput: () => {
      field.value = String(numbers[Number(slider.value)]);
      slider.setAttribute("aria-valuetext", field.value);
      look(Number(field.value));
    },
  });
  const field = h("input", {
    type: "number", min: String(numbers[0]), max: String(numbers[best]), value: String(numbers[best]), "aria-label": "Points, typed",
    oninput: () => {
      const place = numbers.indexOf(Number(field.value));
      if (place < 0) return;
      slider.value = String(place);
      slider.setAttribute("aria-valuetext", field.value);
      look(Number(field.value));
    },
  });
  slider.setAttribute("aria-valuetext", field.value);
  return h("form", {
    class: "number-choice",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      choose(Number(field.value));
    },
    // Keys of the whole page leave fields alone.
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && back(),
  }, slider, field, h("button", { class: "primary" }, "Take it"));
}

/** The strip below the board: what is chosen so far, what else may be chosen, and the way back. */
export class Choices {
  /** @param {Entry} entry */
  constructor(entry) {
    this.entry = entry;
    this.element = h("div", { class: "choices" });
  }

  update() {
    const { entry } = this;
    const { chosen, next } = entry;
    /** @type {import("./dom.js").Child[]} */
    const parts = [];
    if (entry.open && chosen.length) {
      parts.push(h("span", { class: "so-far" }, chosen.map(stepText).join(" ")),
        h("button", { type: "button", title: "Take the last step back (Esc)", onclick: () => entry.back() }, "Step back"));
    }
    const numbers = next.flatMap((step) => ("number" in step ? [step.number] : []));
    if (numbers.length) parts.push(numberChoice(numbers, {
      choose: (number) => entry.choose({ number }),
      look: (number) => entry.peek({ number }),
      back: () => entry.back(),
    }));
    const words = next.filter((step) => "word" in step || "piece" in step);
    if (words.length === 1 && next.length === 1) parts.push(h("span", {}, "The only move:"));
    for (const step of words) {
      parts.push(h("button", { type: "button", class: "primary", onclick: () => entry.choose(step) }, capital(stepText(step))));
    }
    fill(this.element, parts);
  }
}
