// Notifications of the browser for slow games, while the page is open in the background.

import { h, toast } from "./dom.js";
import { change, settings } from "./settings.js";

/** @typedef {import("./game.js").GamePage} GamePage */
/** @typedef {import("./types").Table} Table */

/** A game is slow if it has no clock, or at least this many seconds for each turn. */
const SLOW_TURN = 3600;

/** @param {Table} table */
export function isSlow({ setup: { clock }, shared }) {
  const turn = /^(\d+)\/turn$/.exec(clock ?? "");
  return shared && (!clock || Number(turn?.[1] ?? 0) >= SLOW_TURN);
}

const isSupported = () => typeof Notification === "function" && isSecureContext;

/** A button that turns notifications on or off; null if the browser has none. @param {GamePage} game */
export function notifyButton(game) {
  if (!isSupported() || !isSlow(game.table)) return null;
  const button = h("button", { type: "button", onclick: () => void toggle() });
  const isOn = () => settings.notify && Notification.permission === "granted";
  const draw = () => {
    button.textContent = isOn() ? "Notifications on" : "Notify me";
    button.title = "Show a notification when it is your move, while this page is open in the background";
    button.setAttribute("aria-pressed", String(isOn()));
  };
  const toggle = async () => {
    if (isOn()) change({ notify: false });
    // The browser asks the user only after a click.
    else if ((await Notification.requestPermission()) === "granted") change({ notify: true });
    else toast("The browser does not allow notifications for this site. Change that in its settings.");
    draw();
  };
  addEventListener("settings", draw, { signal: game.signal });
  draw();
  return button;
}

/** Notifies the user of a change that they are waiting for. @param {GamePage} game @param {Table} old */
export function notifyChange(game, old) {
  const { table } = game;
  if (!isSupported() || !settings.notify || Notification.permission !== "granted" || !document.hidden || !isSlow(table) || !game.isMine()) return;
  const isMine = (/** @type {Table} */ { turn, you, result }) => !result && turn !== null && you.includes(turn);
  const joined = table.seats.some((seat, player) => seat.taken && !old.seats[player]?.taken && !table.you.includes(player));
  const text = table.result && !old.result ? "The game is over" : isMine(table) && table.current !== old.current ? "Your move" : joined ? "Your opponent has joined" : "";
  if (!text) return;
  const note = new Notification(text, { body: `${game.info.name}: ${game.names().join(" – ")}`, tag: table.id });
  note.onclick = () => {
    focus();
    note.close();
  };
}
