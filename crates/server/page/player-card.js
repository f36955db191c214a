// The players above and below the board: names, sides, scores, hands, clocks.

import { h } from "./dom.js";
import { phraseOf } from "./phrases.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Seat} Seat */

/** Longer names are shown in small letters. */
const LONG_NAME = 18;

/**
 * A disc in the colour of a side, with its letter.
 * @param {GameInfo} info
 * @param {number} side
 */
export function chip(info, side) {
  const { letter, paint } = info.sides[side] ?? { letter: "?", paint: "" };
  return h("span", { class: "chip", "data-paint": paint ?? "", "aria-hidden": "true" }, letter);
}

/**
 * @param {GameInfo} info
 * @param {State} state
 * @param {number} player
 * @returns {number} the side that the player plays
 */
function sideOf(info, state, player) {
  const name = state.players[player]?.side;
  const found = info.sides.findIndex((side) => side.name === name);
  return found < 0 ? player : found;
}

/**
 * Pieces that are lifted and not yet dropped, the next one first.
 * @param {GameInfo} info
 * @param {(number | null)[]} pieces
 */
function lifted(info, pieces) {
  const names = pieces.map((owner) => (owner === null ? "neutral" : info.sides[owner]?.name)).join(", ");
  return pieces.length > 0 && h("span", { class: "to-drop", role: "img", "aria-label": `to drop: ${names}` },
    ...pieces.map((owner) => (owner === null ? h("span", { class: "chip" }) : chip(info, owner))));
}

/** @param {import("./types").HandItem} item */
function handItem(item) {
  if (item.length > 1) {
    return h("span", { class: "hand tiles", title: handText(item) },
      h("span", { class: "tile-piece", "data-length": item.length, "aria-hidden": "true" }, String(item.length)),
      h("span", { "aria-hidden": "true" }, `×${item.count}`),
      h("span", { class: "unseen" }, handText(item)));
  }
  return h("span", { class: "hand" }, handText(item));
}

/** @param {import("./types").HandItem} item */
const handText = ({ name, count }) => `${count} ${count === 1 ? name : name.replace(/( of .*)?$/, "s$1")}`;

/**
 * @param {object} what
 * @param {GameInfo} what.info
 * @param {State} what.state
 * @param {number} what.player
 * @param {Seat | null} [what.seat]
 * @param {boolean} [what.mine] whether this is the only player on this device
 * @param {boolean} [what.shared] whether this is one of several players on this device
 * @param {HTMLElement | null} [what.clock]
 * @param {boolean} [what.won]
 * @param {boolean} [what.out] whether the player has left a game that the others continue
 * @param {boolean} [what.over] whether the game is over
 * @param {string} [what.said] what the player has just said
 */
export function playerCard({ info, state, player, seat = null, mine = false, shared = false, clock = null, won = false, out = false, over = state.over, said = "" }) {
  const side = sideOf(info, state, player);
  const panel = state.scene.panels.find((other) => other.side === side);
  const sideName = info.sides[side]?.name ?? `Player ${player + 1}`;
  const turn = !over && state.turn === player;
  const name = seat ? seatName(seat, mine ? "You" : sideName) : sideName;
  const away = seat && !over && !out && !mine && !shared && seat.taken && !seat.connected && seat.kind !== "bot";
  return h("div", { class: `player${turn ? " turn" : ""}${out ? " out" : ""}`, "data-player": player },
    chip(info, side),
    h("div", { class: "who" },
      h("span", { class: name.length > LONG_NAME ? "name long" : "name" }, name),
      h("span", { class: "about" },
        name !== sideName && h("span", { class: "side-name" }, sideName, mine && seat?.name && " (you)"),
        won && h("span", { class: "won", title: "won" }, "★", h("span", { class: "unseen" }, " won")),
        turn && h("span", { class: "unseen" }, ", to move"),
        out && !panel?.notes.includes("out") && h("span", { class: "away" }, "out"),
        away && h("span", { class: "away" }, "away"))),
    panel && panel.score !== null && h("span", { class: "score" }, h("span", { class: "unseen" }, "score "), String(panel.score)),
    panel && h("div", { class: "belongings" }, ...panel.hand.map(handItem), lifted(info, panel.held), ...panel.notes.map((note) => h("span", { class: "note" }, note))),
    clock, said && h("span", { class: "said" }, said));
}

/**
 * @param {Seat} seat
 * @param {string} fallback for a player without a name
 * @returns {string}
 */
export function seatName(seat, fallback) {
  if (seat.kind === "bot") return `Bot, level ${seat.level}`;
  if (!seat.taken) return seat.kind === "open" ? "Free seat" : "Invited";
  return seat.name || fallback;
}

/**
 * The cards of a game, in turn order: the player at the bottom of the board comes last.
 * @param {import("./game.js").GamePage} game
 * @param {State} state
 */
export function playerCards({ table, info, flip, clocks, received }, state) {
  const order = table.seats.map((_, player) => player);
  const bottom = order.length === 2 ? Number(flip) : (table.you[0] ?? 0);
  return [...order.slice(bottom + 1), ...order.slice(0, bottom + 1)].map((player) => playerCard({
    info, state, player, over: !!table.result, seat: table.seats[player] ?? null, mine: table.you.includes(player) && table.you.length === 1,
    shared: table.you.includes(player) && table.you.length > 1,
    clock: table.clocks?.[player] ? clocks.face(player) : null,
    out: !!table.seats[player]?.out,
    said: phraseOf(table, received, player),
    won: !!table.result && table.result.winners.includes(player) && table.result.winners.length < order.length,
  }));
}
