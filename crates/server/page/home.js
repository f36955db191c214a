// The front page: the games, and what this visitor has begun.

import { api } from "./api.js";
import { confirmed, fill, h } from "./dom.js";
import { title } from "./router.js";
import { forgetGame, knownGames, themeName } from "./settings.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").KnownGame} KnownGame */

/** How many games are listed until all are asked for. */
const MOST_SHOWN = 6;
const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** @param {GameInfo} info */
const pictureOf = (info) => `${info.picture}${info.picture.includes("?") ? "&" : "?"}theme=${themeName()}`;

/** @param {GameInfo} info */
function card(info) {
  const image = h("img", { src: pictureOf(info), alt: "", width: 320, height: 320, class: "card-picture" });
  const to = (/** @type {string} */ path, /** @type {string} */ words) =>
    h("a", { href: path, "aria-label": `${info.name}: ${words}` }, words);
  return h("article", { class: "card", "data-game": info.id },
    h("a", { href: `new/${info.id}`, class: "picture-link", tabIndex: -1, "aria-hidden": "true" }, image),
    h("div", { class: "card-text" },
      h("h2", {}, info.name),
      h("p", { class: "byline" }, `${info.author}, ${info.year}`),
      h("p", {}, info.summary),
      h("div", { class: "buttons" },
        h("a", { class: "button primary", href: `new/${info.id}?with=bot`, "aria-label": `${info.name}: play a bot` }, "Play a bot"),
        h("a", { class: "button", href: `new/${info.id}?with=friend`, "aria-label": `${info.name}: invite a friend` }, "Invite a friend")),
      h("p", { class: "links" },
        to(`new/${info.id}?with=screen`, "Two at one screen"), to(`new/${info.id}?with=bots`, "Watch bots"),
        to(`analysis/${info.id}`, "Analyse"), to(`rules/${info.id}`, "Rules"))));
}

/**
 * A game to come back to.
 * @param {KnownGame} known
 * @param {GameInfo[]} games
 */
function begun(known, games) {
  const state = h("span", { class: "faint" }, known.over ? "over" : "");
  const age = [known.plies !== undefined && `${known.plies} ${known.plies === 1 ? "move" : "moves"}`, ago(known.time), known.result].filter(Boolean).join(" · ");
  const name = games.find((game) => game.id === known.game)?.name ?? known.game;
  const forget = async () => {
    const loses = known.secret && !known.over;
    if (loses && !(await confirmed("Forget this game? Only this browser knows your seat in it.", "Forget it"))) return;
    forgetGame(known.id);
    row.remove();
  };
  const row = h("li", {},
    h("a", { href: known.id }, h("strong", {}, name), " ", known.names.join(" – "), h("small", {}, age)), state,
    h("button", { type: "button", class: "quiet", "aria-label": `Forget this game of ${name}`, title: "Forget this game", onclick: () => void forget() }, "✕"));
  return { row, state };
}

/** @param {number} time @returns {string} how long ago that was */
function ago(time) {
  const minutes = Math.floor((Date.now() - time) / 60_000);
  if (minutes < 1) return "just now";
  const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 1440 ? [Math.floor(minutes / 60), "hour"] : [Math.floor(minutes / 1440), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

/** @param {import("./types").Page} page */
export async function showHome({ root, signal }) {
  title("");
  const games = await api.games();
  if (signal.aborted) return;
  const count = NUMBERS[games.length] ?? String(games.length);
  const pictures = h("div", { class: "cards" }, ...games.map(card));
  const all = knownGames();
  const known = [...all.filter((game) => !game.over), ...all.filter((game) => game.over)];
  const rows = known.map((game) => ({ game, ...begun(game, games) }));
  rows.slice(MOST_SHOWN).forEach(({ row }) => (row.hidden = true));
  const more = h("button", { type: "button", class: "quiet", onclick: () => { rows.forEach(({ row }) => (row.hidden = false)); more.remove(); } }, `All ${rows.length} games`);
  fill(root, [
    h("div", { class: "hero" }, h("h1", {}, `${count} abstract games`),
      h("p", {}, "No dice, no hidden cards. Play a bot, a friend, or both sides; then find out what you missed.")),
    rows.length > 0 && h("section", { class: "your-games" }, h("h2", {}, "Your games"), h("ul", {}, ...rows.map(({ row }) => row)), rows.length > MOST_SHOWN && more),
    pictures,
  ]);
  addEventListener("settings", () => {
    pictures.querySelectorAll("img").forEach((image, place) => {
      const info = games[place];
      if (info) image.src = pictureOf(info);
    });
  }, { signal });
  await Promise.all(rows.filter(({ game }) => !game.over).map((row) => statusNow(row)));
}

/** Says how a game stands now. @param {{ game: KnownGame, row: HTMLElement, state: HTMLElement }} begun */
async function statusNow({ game, row, state }) {
  try {
    const table = await api.table(game.id, game.secret);
    const mine = table.turn !== null && table.you.includes(table.turn);
    state.textContent = table.result ? "over" : mine ? "your move" : "";
    state.classList.toggle("your-move", mine && !table.result);
  } catch (error) {
    if (/** @type {any} */ (error).status === 404) {
      forgetGame(game.id);
      row.remove();
    }
  }
}
