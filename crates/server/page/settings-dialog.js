// The settings, as a page and as a dialog above a game.

import { core } from "./core.js";
import { dialog, fill, h } from "./dom.js";
import { title } from "./router.js";
import { BOARDS, boardLook, change, settings, themeName } from "./settings.js";
import { playSound } from "./sound.js";

/** @typedef {import("./types").Settings} Settings */

/**
 * @param {string} label
 * @param {"letters" | "sound" | "motion" | "confirm" | "premoves" | "shortcuts"} name
 */
function toggle(label, name) {
  const box = h("input", { type: "checkbox", checked: settings[name], onchange: () => change({ [name]: box.checked }) });
  return h("label", { class: "toggle" }, box, label);
}

/**
 * @param {string} label
 * @param {"theme" | "speed"} name
 * @param {[string | number, string][]} values with their labels
 */
function choice(label, name, values) {
  const box = h("select", { onchange: () => change({ [name]: values[box.selectedIndex]?.[0] }) },
    ...values.map(([value, text]) => h("option", { value: String(value), selected: settings[name] === value }, text)));
  return h("label", { class: "field" }, label, box);
}

/**
 * A choice with a picture or a text for each value.
 * @param {string} legend
 * @param {"board" | "view"} name
 * @param {[string, string][]} values with their labels
 * @param {(value: string) => Node | null} picture
 */
function segments(legend, name, values, picture) {
  return h("fieldset", { class: "segments" }, h("legend", {}, legend), ...values.map(([value, text]) =>
    h("label", {}, h("input", { type: "radio", name, value, checked: settings[name] === value, onchange: () => change({ [name]: value }) }),
      h("span", {}, picture(value), text))));
}

/** A small picture of a board, drawn again when the settings change. @param {string} board */
function preview(board) {
  const image = h("img", { alt: "", class: "board-preview", width: 120, height: 120 });
  const draw = () => {
    const game = core.games()[0]?.id ?? "";
    const svg = core.picture({ game, board_only: true }, { ...boardLook(), theme: themeName(board) });
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  };
  // The form appears first.
  setTimeout(draw);
  const follow = () => (image.isConnected ? draw() : removeEventListener("settings", follow));
  addEventListener("settings", follow);
  return image;
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

/** @returns {HTMLElement[]} */
function fields() {
  const name = h("input", {
    type: "text", maxLength: 40, value: settings.name, autocomplete: "nickname", placeholder: "Shown to other players",
    onchange: () => change({ name: name.value.trim() }),
  });
  return [
    h("label", { class: "field" }, "Your name", name),
    choice("Page theme", "theme", [["auto", "System"], ["light", "Light"], ["dark", "Dark"]]),
    segments("Board", "board", BOARDS, preview),
    segments("Stacks", "view", [["angled", "At an angle"], ["above", "From above"]], () => null),
    toggle("Colour-blind palette with letters", "letters"),
    toggle("Animations", "motion"),
    choice("Animation speed", "speed", [[0.5, "Slow"], [1, "Normal"], [2, "Fast"]]),
    toggle("Sounds", "sound"),
    volume(),
    toggle("Confirm moves on touch screens", "confirm"),
    toggle("Premoves", "premoves"),
    toggle("Single-letter shortcuts", "shortcuts"),
  ];
}

export function openSettings() {
  dialog("Settings", ...fields());
}

/** @param {import("./types").Page} page */
export async function showSettings({ root }) {
  title("Settings");
  fill(root, [h("section", { class: "narrow settings" }, h("h1", {}, "Settings"), ...fields(),
    h("p", { class: "faint" }, "Settings are stored only in this browser."))]);
}
