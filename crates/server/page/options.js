// Form fields for the options of a game.

import { h } from "./dom.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {{ name: string, standard: string, field: HTMLInputElement | HTMLSelectElement, row: HTMLElement }} OptionField */

/**
 * @param {GameInfo} info
 * @param {() => void} changed
 * @returns {OptionField[]}
 */
export function optionFields(info, changed) {
  return info.options.map((option) => {
    const standard = String(option.default);
    const field = option.kind === "range"
      ? h("input", { type: "number", min: String(option.least), max: String(option.most), value: standard, required: true, onchange: changed })
      : h("select", { onchange: changed }, ...(option.choices ?? []).map((choice, place) =>
        h("option", { value: choice, selected: choice === standard }, option.labels?.[place] ?? choice)));
    return { name: option.name, standard, field,
      row: h("label", { class: "field" }, h("span", {}, option.label), field, h("small", {}, option.help)) };
  });
}

/**
 * @param {OptionField[]} fields
 * @returns {Record<string, string>} the values that differ from their defaults
 */
export function chosenOptions(fields) {
  const changed = fields.filter(({ field, standard }) => field.value !== standard);
  return Object.fromEntries(changed.map(({ name, field }) => [name, field.value]));
}
