// The home page: the games, and the games that this browser knows.

import { hasServer } from "./api.js";
import { backupButtons } from "./backup.js";
import { core } from "./core.js";
import { hostOf } from "./hosts.js";
import { confirmed, fill, h } from "./dom.js";
import { isLocal, removeLocalGame } from "./local.js";
import { go, title } from "./router.js";
import { boardLook, forgetGame, knownGames } from "./settings.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").KnownGame} KnownGame */

/** The number of games that are listed at first. */
const MOST_SHOWN = 6;

/** The heading and the cards of the games, which the server or the site has written into the page or into a template. */
const source = document.querySelector("template")?.content ?? document;
const hero = source.querySelector(".hero");
const cards = source.querySelector(".cards");

/** Draws the pictures of the cards, each in a task of its own: the first ones take a while, and the links work meanwhile. */
function drawPictures() {
  for (const card of cards?.querySelectorAll("[data-game]") ?? []) {
    const game = card.getAttribute("data-game") ?? "";
    const image = card.querySelector("img");
    setTimeout(() => {
      if (image) image.src = `data:image/svg+xml,${encodeURIComponent(core.picture({ game, board_only: true }, boardLook()))}`;
    });
  }
}

/**
 * A game in the list of the user's games.
 * @param {KnownGame} known
 * @param {GameInfo[]} games
 */
function gameRow(known, games) {
  const state = h("span", { class: "faint" }, known.over ? "over" : "");
  const age = [known.plies !== undefined && `${known.plies} ${known.plies === 1 ? "move" : "moves"}`, ago(known.time), known.result].filter(Boolean).join(" · ");
  const name = games.find((game) => game.id === known.game)?.name ?? known.game;
  const remove = async () => {
    const losesSeat = (known.secret || isLocal(known.id)) && !known.over;
    if (losesSeat && !(await confirmed(isLocal(known.id) ? "Delete this game?" : "Remove this game from the list? Your seat is stored only in this browser.", "Remove"))) return;
    forgetGame(known.id);
    if (isLocal(known.id)) removeLocalGame(known.id);
    row.remove();
  };
  const row = h("li", {},
    h("a", { href: known.id }, h("strong", {}, name), " ", known.names.join(" – "), h("small", {}, age)), state,
    h("button", { type: "button", class: "quiet", "aria-label": `Remove this game of ${name} from the list`, title: "Remove from the list", onclick: () => void remove() }, "✕"));
  return { row, state };
}

/** @param {number} time @returns {string} the age, such as "2 hours ago" */
function ago(time) {
  const minutes = Math.floor((Date.now() - time) / 60_000);
  if (minutes < 1) return "just now";
  const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 1440 ? [Math.floor(minutes / 60), "hour"] : [Math.floor(minutes / 1440), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

/** @param {import("./types").Page} page */
export async function showHome({ root, signal }) {
  title("");
  const games = core.games();
  const all = knownGames();
  const known = [...all.filter((game) => !game.over), ...all.filter((game) => game.over)];
  const rows = known.map((game) => ({ game, ...gameRow(game, games) }));
  rows.slice(MOST_SHOWN).forEach(({ row }) => (row.hidden = true));
  const more = h("button", { type: "button", class: "quiet", onclick: () => { rows.forEach(({ row }) => (row.hidden = false)); more.remove(); } }, `Show all ${rows.length} games`);
  // It appears when the server has sent it.
  const lobby = hasServer && h("section", { class: "lobby", "aria-label": "Lobby", hidden: true });
  if (lobby) void import("./lobby.js").then(({ showLobby }) => !signal.aborted && showLobby(lobby, signal));
  fill(root, [
    hero,
    rows.length > 0 && h("section", { class: "your-games" }, h("h2", {}, "Your games"), h("ul", {}, ...rows.map(({ row }) => row)), rows.length > MOST_SHOWN && more),
    lobby,
    cards,
    !hasServer && backupButtons(() => go("")),
  ]);
  drawPictures();
  addEventListener("settings", drawPictures, { signal });
  await Promise.all(rows.filter(({ game }) => !game.over).map((row) => updateStatus(row)));
}

/** Updates the status of a game. @param {{ game: KnownGame, row: HTMLElement, state: HTMLElement }} row */
async function updateStatus({ game, row, state }) {
  try {
    const table = await hostOf(game.id).table(game.id, game.secret);
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
