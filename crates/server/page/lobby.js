// The lobby on the home page of a server: open challenges, public games, and how many people are there.

import { api } from "./api.js";
import { core } from "./core.js";
import { announce, attempt, fill, h } from "./dom.js";
import { clockLabel, optionsText } from "./setup-text.js";
import { go } from "./router.js";
import { boardLook, knownGame, rememberGame, settings } from "./settings.js";
import { Live } from "./socket.js";

/** @typedef {import("./types").Lobby} LobbyState */
/** @typedef {import("./types").LobbyTable} LobbyTable */

/** @param {LobbyTable} table @returns {string} the name of the player who waits for an opponent */
const challenger = (table) => table.seats.find(({ taken, kind }) => taken && kind !== "bot")?.name || "Anonymous";

/** @param {import("./types").LobbySeat} seat */
const playerName = (seat) => (seat.kind === "bot" ? `Bot, level ${seat.level}` : seat.name || "Anonymous");

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** A small board, which is drawn again only if its position or the theme has changed. */
class SmallBoard {
  constructor() {
    this.element = h("img", { alt: "", class: "small-board", width: 160, height: 160 });
    this.shown = "";
  }

  /** @param {LobbyTable} table */
  show({ game, position }) {
    const look = boardLook();
    const key = JSON.stringify([look, game, position]);
    if (key === this.shown) return;
    this.shown = key;
    // Drawing takes a while; links and buttons work before that.
    setTimeout(() => {
      if (this.shown !== key) return;
      const svg = core.picture({ game, position, board_only: true }, look);
      this.element.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    });
  }
}

/** A list whose rows stay in place while their tables change. */
class Rows {
  /**
   * @param {HTMLElement} list
   * @param {(table: LobbyTable) => { element: HTMLElement, show: (table: LobbyTable) => void }} make
   */
  constructor(list, make) {
    this.list = list;
    this.make = make;
    /** @type {Map<string, { element: HTMLElement, show: (table: LobbyTable) => void }>} */
    this.rows = new Map();
  }

  /** @param {LobbyTable[]} tables */
  show(tables) {
    const ids = new Set(tables.map(({ id }) => id));
    for (const [id, row] of this.rows) {
      if (ids.has(id)) continue;
      row.element.remove();
      this.rows.delete(id);
    }
    tables.forEach((table, place) => {
      const row = this.rows.get(table.id) ?? this.make(table);
      this.rows.set(table.id, row);
      row.show(table);
      const there = this.list.children[place] ?? null;
      if (there !== row.element) this.list.insertBefore(row.element, there);
    });
  }
}

/** @param {LobbyTable} table */
function challengeRow({ id, game }) {
  const board = new SmallBoard();
  const who = h("strong", { class: "lobby-name" });
  const what = h("span", { class: "faint" });
  const clock = h("span", { class: "lobby-clock" });
  const accept = h("button", { type: "button", class: "primary", onclick: () => void attempt(() => join(id, game)) }, "Play");
  const own = h("a", { class: "button", href: id }, "Open");
  const mine = !!knownGame(id)?.secret;
  const element = h("li", { class: mine ? "mine" : "", "data-table": id }, board.element,
    h("span", { class: "lobby-text" }, h("span", { class: "lobby-first" }, who), what), clock, mine ? own : accept);
  const show = (/** @type {LobbyTable} */ table) => {
    board.show(table);
    const info = core.gameInfo(table.game);
    const name = mine ? `${challenger(table)} (you)` : challenger(table);
    who.textContent = name;
    what.textContent = [info.name, optionsText(info, table.options), table.from_position ? "from a position" : "", table.seats.length > 2 ? `${table.seats.length} players` : ""].filter(Boolean).join(" · ");
    clock.textContent = clockLabel(table.clock);
    accept.setAttribute("aria-label", `Play ${info.name} against ${name}, ${clockLabel(table.clock)}`);
    own.setAttribute("aria-label", `Open your challenge at ${info.name}`);
  };
  return { element, show };
}

/** @param {LobbyTable} table */
function gameCard({ id }) {
  const board = new SmallBoard();
  const names = h("strong", { class: "lobby-name" });
  const facts = h("span", { class: "faint" });
  const link = h("a", { href: id }, board.element, names, facts);
  const show = (/** @type {LobbyTable} */ table) => {
    board.show(table);
    const info = core.gameInfo(table.game);
    names.textContent = table.seats.map(playerName).join(" – ");
    facts.textContent = [info.name, counted(table.moves, "move", "moves"), table.spectators ? `${table.spectators} watching` : ""].filter(Boolean).join(" · ");
    link.setAttribute("aria-label", `Watch ${names.textContent}: ${facts.textContent}`);
  };
  return { element: h("li", { "data-table": id }, link), show };
}

/** Takes the seat of a challenge. @param {string} id @param {string} game */
async function join(id, game) {
  const seat = await api.join(id, settings.name || undefined);
  rememberGame({ id, game, secret: seat.secret, names: [], time: Date.now(), over: false });
  go(id);
}

/**
 * Shows the lobby for as long as the page is shown.
 * @param {HTMLElement} root
 * @param {AbortSignal} signal
 */
export function showLobby(root, signal) {
  const people = h("span", { class: "people" });
  const empty = h("p", { class: "faint lobby-empty" }, "Nobody is waiting for an opponent. Post a challenge: anyone here can accept it with one click.");
  const challengeList = h("ul", { class: "challenges" });
  const playingList = h("ul", { class: "playing" });
  const heading = h("h3", { hidden: true }, "Open challenges");
  const challenges = new Rows(challengeList, challengeRow);
  const playing = new Rows(playingList, gameCard);
  const more = h("p", { class: "faint", hidden: true });
  const post = h("div", { class: "post-challenge" }, h("span", {}, "Post a challenge:"),
    ...core.games().map((info) => h("a", { class: "button", href: `new/${info.id}?with=anyone`, "aria-label": `Post a challenge at ${info.name}` }, info.name)));
  const playingPart = h("div", { class: "lobby-playing", hidden: true }, h("h3", {}, "Playing now"), playingList);
  const challengePart = h("div", { class: "lobby-challenges" }, heading, empty, challengeList, more);
  const body = h("div", { class: "lobby-body" }, challengePart, playingPart);
  fill(root, [h("div", { class: "lobby-top" }, h("h2", {}, "Lobby"), people, post), body]);
  root.hidden = false;
  /** @type {LobbyState | null} */
  let state = null;
  const draw = () => {
    if (!state) return;
    people.textContent = counted(state.people, "person here", "people here");
    empty.hidden = state.challenges.length > 0;
    heading.hidden = !state.challenges.length && !state.playing.length;
    playingPart.hidden = !state.playing.length;
    body.classList.toggle("busy", state.playing.length > 0);
    challenges.show(state.challenges);
    playing.show(state.playing);
    more.hidden = !state.more;
    more.textContent = `${state.more} more`;
  };
  new Live("api/lobby/socket", signal, {
    message: (message) => {
      if (!message.lobby) return;
      const known = state?.challenges.length ?? 0;
      state = /** @type {LobbyState} */ (message.lobby);
      draw();
      if (state.challenges.length > known) announce(counted(state.challenges.length, "open challenge", "open challenges"));
    },
    online: (online) => root.classList.toggle("offline", !online),
  });
  addEventListener("settings", draw, { signal });
}
