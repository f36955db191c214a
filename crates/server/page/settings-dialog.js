// The settings dialog.

import { dialog, h } from "./dom.js";
import { change, settings } from "./settings.js";

/**
 * @param {string} label
 * @param {"letters" | "sound" | "motion" | "shortcuts"} name
 */
function toggle(label, name) {
  const box = h("input", { type: "checkbox", checked: settings[name], onchange: () => change({ [name]: box.checked }) });
  return h("label", { class: "toggle" }, box, label);
}

export function openSettings() {
  const theme = h("select", { onchange: () => change({ theme: /** @type {any} */ (theme.value) }) },
    ...[["auto", "System"], ["light", "Light"], ["dark", "Dark"]].map(([value, label]) =>
      h("option", { value, selected: settings.theme === value }, label)));
  const name = h("input", {
    type: "text", maxLength: 40, value: settings.name, autocomplete: "nickname", placeholder: "Shown to other players",
    onchange: () => change({ name: name.value.trim() }),
  });
  dialog("Settings",
    h("label", { class: "field" }, "Your name", name),
    h("label", { class: "field" }, "Theme", theme),
    toggle("Colour-blind palette with letters", "letters"),
    toggle("Animations", "motion"),
    toggle("Sounds", "sound"),
    toggle("Single-letter shortcuts", "shortcuts"));
}
