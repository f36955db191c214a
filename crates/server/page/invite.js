// Inviting friends, joining a game, and links to seats.

import { api } from "./api.js";
import { attempt, fill, h, toast } from "./dom.js";
import { icon } from "./icons.js";
import { go } from "./router.js";
import { change, knownGame, rememberGame, settings } from "./settings.js";

/** @typedef {import("./game.js").GamePage} GamePage */

/**
 * A link with a button that copies it.
 * @param {string} label
 * @param {string} link
 */
export function copyable(label, link) {
  const field = h("input", { type: "text", readOnly: true, value: link, "aria-label": label, onfocus: () => field.select() });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast("Copied.");
    } catch {
      field.select();
      toast("Press Ctrl+C to copy.");
    }
  };
  return h("div", { class: "copyable" }, field,
    h("button", { type: "button", onclick: () => void copy() }, icon("copy"), "Copy"));
}

/**
 * A link with a button that copies it, and its QR code for a phone nearby.
 * @param {string} label
 * @param {string} link
 */
function shareable(label, link) {
  const code = h("div", { class: "qr" });
  const show = async () => {
    if (code.childElementCount || !details.open) return;
    const svg = await api.qr(link);
    fill(code, [h("img", { alt: `QR code: ${label}`, width: 200, height: 200, src: `data:image/svg+xml,${encodeURIComponent(svg)}` })]);
  };
  const details = h("details", { ontoggle: () => void attempt(show) }, h("summary", {}, "QR code"), code);
  return h("div", { class: "shareable" }, copyable(label, link), details);
}

/**
 * @param {GamePage} game
 * @returns {HTMLElement | null} the banner about free seats
 */
export function invitation(game) {
  const { table } = game;
  const free = table.seats.filter((seat) => !seat.taken);
  const open = free.some(({ kind }) => kind === "open");
  if (!free.length || table.result) return null;
  if (game.isMine()) {
    const invites = knownGame(table.id)?.invites ?? (open ? [{ player: -1, link: api.address(table.id) }] : []);
    const links = invites.filter(({ player }) => !table.seats[player]?.taken);
    if (!links.length) return null;
    if (open && table.listed) {
      return h("div", { class: "banner invite" }, h("strong", {}, "Your challenge is in the lobby"),
        h("p", {}, "The game starts when someone accepts it. Keep this page open, or send the link to a friend."),
        shareable(`Link to the game`, api.address(table.id)));
    }
    return h("div", { class: "banner invite" },
      h("strong", {}, "Invite a friend"),
      h("p", {}, links.length > 1 ? "Send one link to each friend. The first person who opens a link gets that seat." : "Send this link to a friend. The first person who opens it plays against you."),
      ...links.map(({ player, link }) => {
        const side = game.info.sides[player]?.name;
        const field = shareable(side ? `Link for ${side}` : "Link for a friend", link);
        return invites.length > 1 ? h("div", { class: "field" }, side, field) : field;
      }),
      open && h("p", { class: "faint" }, "Spectators can take the free seat, too."));
  }
  return open ? h("div", { class: "banner invite" }, h("strong", {}, "A seat is free"),
    h("button", { type: "button", class: "primary", onclick: () => void attempt(() => join(game)) }, "Join game")) : null;
}

/** @param {GamePage} game @returns {HTMLElement} the link to the user's own seat */
export function ownLink({ table, secret }) {
  return h("details", {}, h("summary", {}, "Continue on another device"),
    h("p", { class: "faint" }, "Everyone who opens this link can play for you. Keep it private."),
    copyable("Your private link", api.address(`${table.id}/${secret}`)));
}

/** A form for the name of a user who plays with others. */
export function nameForm() {
  const name = h("input", { type: "text", maxLength: 40, autocomplete: "nickname", placeholder: "Your name", "aria-label": "Your name" });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (name.value.trim()) change({ name: name.value.trim() });
  };
  return h("form", { class: "banner naming", hidden: true, onsubmit: submit }, name, h("button", {}, "Save name"));
}

/** @param {GamePage} game */
async function join(game) {
  const { id } = game.table;
  const seat = await api.join(id, settings.name || undefined);
  rememberGame({ id, game: game.table.game, secret: seat.secret, names: [], time: Date.now(), over: false });
  go(id);
}
