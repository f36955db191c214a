// The rules of the games.

import { core } from "./core.js";
import { attempt, dialog, fill, h } from "./dom.js";
import { title } from "./router.js";
import { boardLook } from "./settings.js";

/** Shows the rules of a game in a dialog. @param {string} id */
export async function openRules(id) {
  await attempt(async () => {
    const text = h("article", { class: "rules" });
    text.innerHTML = await core.rules(id, boardLook());
    text.querySelector("h1")?.remove();
    dialog(`Rules of ${core.gameInfo(id).name}`, text).classList.add("wide");
  });
}

/** @param {import("./types").Page} page */
export async function showRules(page) {
  const { root, signal, parts } = page;
  const games = core.games();
  const id = parts.join("/") || (games[0]?.id ?? "");
  const info = core.gameInfo(id);
  title(`Rules of ${info.name}`);
  const text = h("article", { class: "rules" });
  // The core renders this from its own documents; it contains no user input.
  text.innerHTML = await core.rules(info.id, boardLook());
  if (signal.aborted) return;
  const links = games.map((game) => h("a", { href: `rules/${game.id}`, "aria-current": game.id === id ? "page" : null }, game.name));
  fill(root, [h("div", { class: "reading" },
    h("nav", { class: "tabs", "aria-label": "Games" }, ...links), text,
    h("p", { class: "buttons" }, h("a", { class: "button primary", href: `new/${info.id}` }, `Play ${info.name}`),
      h("a", { class: "button", href: `learn/${info.id}` }, `Learn ${info.name}`), h("a", { class: "button", href: `analysis/${info.id}` }, "Analysis board")))]);
  addEventListener("settings", () => void showRules(page), { signal, once: true });
}
