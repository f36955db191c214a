// The settings dialog.

import { dialog, h } from "./dom.js";
import { change, settings } from "./settings.js";
import { playSound } from "./sound.js";

/**
 * @param {string} label
 * @param {"letters" | "sound" | "motion" | "shortcuts"} name
 */
function toggle(label, name) {
  const box = h("input", { type: "checkbox", checked: settings[name], onchange: () => change({ [name]: box.checked }) });
  return h("label", { class: "toggle" }, box, label);
}

/** The volume of sounds, with a sound to hear it. */
function volume() {
  const slider = h("input", { type: "range", min: "0", max: "1", step: "0.05", value: String(settings.volume),
    onchange: () => {
      change({ volume: Number(slider.value) });
      playSound("move");
    } });
  return h("label", { class: "field" }, "Volume", slider);
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
    toggle("Sounds", "sound"), volume(),
    toggle("Single-letter shortcuts", "shortcuts"));
}
