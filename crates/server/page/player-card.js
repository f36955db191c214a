// The players beside the board: names, sides, scores, hands, clocks.

import { h } from "./dom.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Seat} Seat */

/**
 * A disc in a side's colour with its letter.
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
 * @returns {number} the side whose pieces the player has
 */
function sideOf(info, state, player) {
  const name = state.players[player]?.side;
  const found = info.sides.findIndex((side) => side.name === name);
  return found < 0 ? player : found;
}

/**
 * Pieces that are taken up and still to be put down, the next one first.
 * @param {GameInfo} info
 * @param {(number | null)[]} pieces
 */
function held(info, pieces) {
  const words = pieces.map((owner) => (owner === null ? "neutral" : info.sides[owner]?.name)).join(", ");
  return pieces.length > 0 && h("span", { class: "held", role: "img", "aria-label": `to put down: ${words}` },
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
 * @param {boolean} [what.mine] whether the only one who plays at this screen sits there
 * @param {boolean} [what.shared] whether several play at this screen
 * @param {HTMLElement | null} [what.clock]
 * @param {boolean} [what.won]
 * @param {boolean} [what.over] whether nobody moves any more
 */
export function playerCard({ info, state, player, seat = null, mine = false, shared = false, clock = null, won = false, over = state.over }) {
  const side = sideOf(info, state, player);
  const panel = state.scene.panels.find((other) => other.side === side);
  const sideName = info.sides[side]?.name ?? `Player ${player + 1}`;
  const turn = !over && state.turn === player;
  const name = seat ? seatName(seat, mine ? "You" : sideName) : sideName;
  const away = seat && !mine && !shared && seat.taken && !seat.connected && seat.kind !== "bot";
  return h("div", { class: `player${turn ? " turn" : ""}`, "data-player": player },
    chip(info, side),
    h("div", { class: "who" },
      h("span", { class: "name" }, name, mine && seat?.name && " (you)", won && h("span", { class: "won", title: "won" }, " ★")),
      name !== sideName && h("span", { class: "side-name" }, sideName),
      turn && h("span", { class: "unseen" }, ", to move"),
      away && h("span", { class: "away" }, "away")),
    panel && panel.score !== null && h("span", { class: "score" }, h("span", { class: "unseen" }, "score "), String(panel.score)),
    panel && h("div", { class: "belongings" }, ...panel.hand.map(handItem), held(info, panel.held), ...panel.notes.map((note) => h("span", { class: "note" }, note))),
    clock);
}

/**
 * @param {Seat} seat
 * @param {string} otherwise what to call somebody without a name
 * @returns {string}
 */
export function seatName(seat, otherwise) {
  if (seat.kind === "bot") return `Bot, level ${seat.level}`;
  if (!seat.taken) return seat.kind === "open" ? "Free seat" : "Invited";
  return seat.name || otherwise;
}
