// The dialog in which visitors say how they like it.

import { dialog, h } from "./dom.js";
import { change, settings } from "./settings.js";

/**
 * @param {string} words
 * @param {"letters" | "sound" | "motion" | "shortcuts"} name
 */
function toggle(words, name) {
  const box = h("input", { type: "checkbox", checked: settings[name], onchange: () => change({ [name]: box.checked }) });
  return h("label", { class: "toggle" }, box, words);
}

export function openSettings() {
  const theme = h("select", { onchange: () => change({ theme: /** @type {any} */ (theme.value) }) },
    ...[["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]].map(([value, words]) =>
      h("option", { value, selected: settings.theme === value }, words)));
  const name = h("input", {
    type: "text", maxLength: 40, value: settings.name, autocomplete: "nickname", placeholder: "Shown to friends you play",
    onchange: () => change({ name: name.value.trim() }),
  });
  dialog("Settings",
    h("label", { class: "field" }, "Your name", name),
    h("label", { class: "field" }, "Colours", theme),
    toggle("Colour-blind palette, with letters on the pieces", "letters"),
    toggle("Moving pieces", "motion"),
    toggle("Sounds", "sound"),
    toggle("Keyboard shortcuts of a single letter", "shortcuts"));
}
