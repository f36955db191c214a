// Phrases that players say to each other. They are shown beside the player for a few seconds.

import { announce, h } from "./dom.js";
import { change, settings } from "./settings.js";
import { playSound } from "./sound.js";

/** @typedef {import("./game.js").GamePage} GamePage */
/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").Phrase} Phrase */

/** @type {Record<Phrase, string>} */
const PHRASES = { hello: "Hello", good_luck: "Good luck", nice_move: "Nice move", oops: "Oops", thanks: "Thanks", well_played: "Well played" };

/** How long a phrase is shown, in milliseconds. */
const SHOWN = 6_000;

/**
 * The phrase to show beside a player.
 * @param {Table} table
 * @param {number} received the local time at which the table was received
 * @param {number} player
 * @returns {string} empty if there is none
 */
export function phraseOf(table, received, player) {
  const said = table.said?.find((one) => one.player === player);
  if (!said || (settings.muted && !table.you.includes(player))) return "";
  const age = table.server_time_ms - said.at_ms + Date.now() - received;
  return age < SHOWN ? PHRASES[said.phrase] ?? "" : "";
}

/** Announces new phrases, and removes them after a while. @param {GamePage} game @param {Table} old */
export function hearPhrases(game, old) {
  const { table } = game;
  for (const { player, phrase, at_ms } of table.said ?? []) {
    const isNew = !old.said?.some((one) => one.player === player && one.at_ms === at_ms);
    if (!isNew || !phraseOf(table, game.received, player)) continue;
    setTimeout(() => !game.signal.aborted && game.drawPlayers(), SHOWN);
    if (table.you.includes(player)) continue;
    announce(`${game.name(player)} says: ${PHRASES[phrase]}`);
    playSound("phrase");
  }
}

/** The phrases to choose from. @param {GamePage} game */
export function phraseButtons(game) {
  const say = (/** @type {string} */ phrase) => void game.command("say", { phrase });
  const mute = h("button", { type: "button", class: "quiet", onclick: () => change({ muted: !settings.muted }) });
  const draw = () => {
    mute.textContent = settings.muted ? "Show their phrases" : "Hide their phrases";
    mute.setAttribute("aria-pressed", String(settings.muted));
  };
  addEventListener("settings", draw, { signal: game.signal });
  draw();
  return h("details", { class: "phrases" }, h("summary", {}, "Say something"),
    h("div", { class: "buttons" }, ...Object.entries(PHRASES).map(([phrase, text]) => h("button", { type: "button", onclick: () => say(phrase) }, text)), mute));
}
