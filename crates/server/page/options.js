// A game's options as fields, made from what the game says of itself.

import { h } from "./dom.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {{ name: string, usual: string, field: HTMLInputElement | HTMLSelectElement, row: HTMLElement }} OptionField */

/**
 * @param {GameInfo} info
 * @param {() => void} changed
 * @returns {OptionField[]}
 */
export function optionFields(info, changed) {
  return info.options.map((option) => {
    const usual = String(option.default);
    const field = option.kind === "range"
      ? h("input", { type: "number", min: String(option.least), max: String(option.most), value: usual, required: true, onchange: changed })
      : h("select", { onchange: changed }, ...(option.choices ?? []).map((choice, place) =>
        h("option", { value: choice, selected: choice === usual }, option.labels?.[place] ?? choice)));
    return { name: option.name, usual, field,
      row: h("label", { class: "field" }, h("span", {}, option.label), field, h("small", {}, option.help)) };
  });
}

/**
 * @param {OptionField[]} fields
 * @returns {Record<string, string>} the values that are not the usual ones
 */
export function chosenOptions(fields) {
  const changed = fields.filter(({ field, usual }) => field.value !== usual);
  return Object.fromEntries(changed.map(({ name, field }) => [name, field.value]));
}
