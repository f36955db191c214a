// A game that is played or watched.

import { api } from "./api.js";
import { attempt, fill, h, hide, toast } from "./dom.js";
import { Actions } from "./actions.js";
import { Clocks } from "./clock.js";
import { addShortcuts } from "./shortcuts.js";
import { MoveList, neighbours, pathTo, stepButtons } from "./moves.js";
import { invitation, nameForm } from "./invite.js";
import { AfterGame } from "./after-game.js";
import { playerCard, seatName } from "./player-card.js";
import { go, rename, title } from "./router.js";
import { animated, knownGame, rememberGame, settings, themeName } from "./settings.js";
import { Live } from "./socket.js";
import { Stage } from "./stage.js";
import { BotGame } from "./bot-game.js";
import { outcome, standing, announceChange, announceConnection, announcePosition, whyClosed } from "./wording.js";

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").GameInfo} GameInfo */

/** @param {import("./types").Page} page */
export async function showGame({ root, signal, parts }) {
  const [id = "", fromAddress] = parts;
  // The secret must not stay where it is seen, copied or sent on.
  if (fromAddress) rename(id);
  const known = knownGame(id)?.secret ?? null;
  let secret = known ?? fromAddress ?? null;
  let table = await api.table(id, secret);
  if (fromAddress && known && known !== fromAddress) {
    if (table.you.length) toast("You sit at this table already. That link is for somebody else: send it to a friend.");
    else table = await api.table(id, (secret = fromAddress));
  }
  if (secret && !table.you.length) {
    secret = null;
    toast("This link opens no seat at this table: you are watching.");
  }
  const info = await api.gameInfo(table.game);
  if (signal.aborted) return;
  const game = new GamePage(info, table, secret, signal);
  fill(root, [game.element]);
  if (fromAddress) game.sendName();
  const ply = new URLSearchParams(location.search).get("ply");
  const place = pathTo(table.history, table.current).find((one) => String(one.ply) === ply);
  if (place) void game.view(place.id);
}

export class GamePage {
  /**
   * @param {GameInfo} info
   * @param {Table} table
   * @param {string | null} secret
   * @param {AbortSignal} signal
   */
  constructor(info, table, secret, signal) {
    this.info = info;
    this.table = table;
    this.secret = secret;
    this.signal = signal;
    /** When the table was last heard of, by the clock here. */
    this.received = Date.now();
    this.flip = knownGame(table.id)?.flip ?? (table.seats.length === 2 && table.you.length === 1 && table.you[0] === 1);
    this.viewing = table.current;
    /** Whether another place is drawn than is looked at, because that could not be fetched. */
    this.missed = false;
    /** @type {Map<string, Promise<State>>} */
    this.states = new Map();
    /** @type {State | null} */
    this.state = null;
    /** @type {string | null} the move that was sent and not yet seen on the board */
    this.sent = null;
    /** What was said of the board last, and the moves that were made since. */
    this.told = { place: -1, open: false, moves: /** @type {import("./types").HistoryNode[]} */ ([]) };
    this.stage = new Stage(table.game, { look: () => this.look(), complete: (mv) => void this.play(mv), entering: (state) => this.drawPlayers(state) });
    this.clocks = new Clocks(signal);
    this.moves = new MoveList(table.seats.length, {
      jump: (id) => void this.view(id),
      note: (place) => this.afterGame.sign(place),
    });
    this.afterGame = new AfterGame(this);
    this.botGame = new BotGame(this);
    this.actions = new Actions(this);
    this.above = h("div", { class: "players" });
    this.below = h("div", { class: "players below" });
    this.banner = h("div", { class: "banners" });
    this.back = h("button", { type: "button", class: "primary", hidden: true, onclick: () => this.step("last") });
    this.stage.strip.append(this.back);
    this.naming = nameForm();
    this.offline = h("p", { class: "banner", hidden: true }, "The connection is lost. Trying again…");
    this.heading = h("h1", { class: "game-name" }, info.name);
    this.element = h("section", { class: "play game" },
      h("div", { class: "middle" }, this.above, this.stage.element, this.below),
      h("aside", { class: "beside", "aria-label": "Game", tabIndex: -1 },
        this.heading, this.offline, this.banner, this.naming, this.moves.element,
        stepButtons((where) => this.step(where), () => this.flipBoard()),
        this.actions.element, this.afterGame.element));
    this.actions.help = addShortcuts(this.keys(), signal);
    addEventListener("settings", () => {
      this.sendName();
      if (settings.name) hide(this.naming, true);
      void this.view(this.viewing, true);
    }, { signal });
    this.live = new Live(table.id, secret, signal, {
      message: (message, first) => message.table && this.update(message.table, first),
      online: (is) => {
        announceConnection(this, is);
        this.clocks.trust(is);
      },
    });
    this.update(table);
    void this.view(table.current);
  }

  keys() {
    return [
      { keys: ["ArrowLeft"], words: "one move back", act: () => this.step("back") },
      { keys: ["ArrowRight"], words: "one move on", act: () => this.step("forward") },
      { keys: ["ArrowUp", "g"], words: "to the start", act: () => this.step("first") },
      { keys: ["ArrowDown", "G"], words: "to the end", act: () => this.step("last") },
      { keys: ["f"], words: "turn the board", act: () => this.flipBoard() },
      ...this.actions.keys(),
      { keys: ["b"], words: "to the board", act: () => this.stage.board.focus() },
      { keys: ["Escape"], words: "take the last step back", act: () => this.stage.back() },
    ];
  }

  look() {
    return { flip: this.flip, theme: themeName() };
  }

  /** Whether people at other screens play here too. */
  isShared() {
    return this.table.shared;
  }

  isMine() {
    return this.table.you.length > 0;
  }

  /** @param {number} player */
  name(player) {
    const { seats, you } = this.table;
    const seat = seats[player];
    const side = this.state?.players[player]?.side ?? this.info.sides[player]?.name ?? "";
    const mine = you.includes(player);
    return seat ? seatName(seat, mine && you.length === 1 ? "You" : side) : side;
  }

  names() {
    return this.table.seats.map((_, player) => this.name(player));
  }

  /** Says in the title who plays, and whether it is one's turn. */
  updateTitle() {
    const { result, turn, you } = this.table;
    const mine = !result && turn !== null && you.includes(turn) && this.isShared();
    title(`${mine ? "Your move: " : ""}${this.names().join(" – ")}, ${this.info.name}`);
  }

  /** A place of the history; where the game stands, if none is named. @param {number} [id] */
  place(id = this.table.current) {
    return this.table.history.find((place) => place.id === id);
  }

  /** @param {number} place @returns {Promise<State>} */
  stateAt(place) {
    const look = this.look();
    const key = `${place} ${look.flip} ${look.theme}`;
    let state = this.states.get(key);
    if (!state) {
      state = api.positionAt(this.table.id, place, look);
      state.catch(() => this.states.delete(key));
      this.states.set(key, state);
    }
    return state;
  }

  /** @param {"first" | "back" | "forward" | "last"} where */
  step(where) {
    const { history, current } = this.table;
    const near = neighbours(history, this.viewing);
    // What was taken back lies behind the game, not ahead of it.
    const forward = pathTo(history, current).find((place) => place.parent === this.viewing)?.id ?? null;
    const target = where === "last" ? current : where === "forward" ? forward : near[where];
    if (target !== null && target !== this.viewing) void this.view(target);
  }

  /** Tells the others the name that was chosen in the settings. */
  sendName() {
    const { seats, you } = this.table;
    const [me] = you;
    if (me === undefined || you.length > 1 || !this.isShared()) return;
    if (settings.name && seats[me]?.name !== settings.name) void this.command("rename", { name: settings.name });
  }

  /** Keeps what leads back here. */
  remember() {
    const { id, game, result } = this.table;
    rememberGame({
      id, game, secret: this.secret, time: Date.now(), names: this.names(), over: !!result,
      plies: this.place()?.ply, result: outcome(this), invites: knownGame(id)?.invites, flip: this.flip,
    });
  }

  flipBoard() {
    this.flip = !this.flip;
    this.remember();
    void this.view(this.viewing, true);
  }

  /**
   * Shows a place of the history.
   * @param {number} place
   * @param {boolean} [still] nothing moves
   */
  async view(place, still = false) {
    const done = await attempt(async () => {
      const before = this.viewing;
      this.viewing = place;
      this.botGame.update();
      const isLatest = this.stage.begin();
      const { history } = this.table;
      const here = this.place(place);
      const forward = !still && here?.parent === before;
      const entered = forward && here?.mv === this.sent;
      if (place === this.table.current) this.sent = null;
      const shown = forward && !entered && animated();
      const [state, frames] = await Promise.all([this.stateAt(place), shown && here ? this.framesTo(here) : []]);
      if (!isLatest() || this.signal.aborted) return;
      this.state = state;
      this.missed = false;
      this.drawPlayers();
      this.updateTitle();
      this.moves.update(history, place, this.table.current);
      if (!frames.length || (await this.stage.run(frames, state))) this.rest(forward || !still);
    });
    if (!done) this.missed = true;
  }

  /** The pictures on the way to a place. @param {import("./types").HistoryNode} place @returns {Promise<string[]>} */
  async framesTo(place) {
    const from = await this.stateAt(place.parent ?? 0);
    return api.frames(this.table.game, from.position, place.mv, this.look()).catch(() => []);
  }

  /** Shows the position that is looked at as it stands. @param {boolean} moving */
  rest(moving) {
    const { state, table } = this;
    if (!state) return;
    const closed = whyClosed(this);
    this.back.textContent = table.result ? "To the end" : "Back to the game";
    hide(this.back, this.viewing === table.current);
    this.element.classList.toggle("over", !!table.result);
    this.stage.show(state, { open: !closed, closed, moving, status: standing(this, closed) });
    announcePosition(this, closed);
    this.afterGame.show(this.viewing);
    this.actions.update();
  }

  /** @param {State | null} [state] with the move that is being entered */
  drawPlayers(state = this.state) {
    const { table, info } = this;
    if (!state) return;
    const order = table.seats.map((_, player) => player);
    const bottom = order.length === 2 ? Number(this.flip) : (table.you[0] ?? 0);
    // The others follow in the order of play; whoever sits at the bottom comes last.
    const turned = [...order.slice(bottom + 1), ...order.slice(0, bottom + 1)];
    const cards = turned.map((player) => playerCard({
      info, state, player, over: !!table.result, seat: table.seats[player] ?? null, mine: table.you.includes(player) && table.you.length === 1,
      shared: table.you.includes(player) && table.you.length > 1,
      clock: table.clocks?.[player] ? this.clocks.face(player) : null,
      won: !!table.result && table.result.winners.includes(player) && table.result.winners.length < order.length,
    }));
    fill(this.above, cards.slice(0, -1));
    fill(this.below, cards.slice(-1));
  }

  /** Takes over what the server says, unless something newer is known. @param {Table} table @param {boolean} [surely] */
  update(table, surely = false) {
    const old = this.table;
    if (table.revision < old.revision && !surely) return;
    if (surely && !sameHistory(old, table)) {
      // Read anew from its record, a game may number its places in another way.
      this.states.clear();
      this.viewing = table.current;
      this.missed = true;
    }
    this.table = table;
    this.received = Date.now();
    const following = this.viewing === old.current;
    const moved = table.current !== old.current;
    announceChange(this, old, following);
    if (table.rematch && !old.rematch && this.isMine()) this.goToRematch(table.rematch.id);
    this.updateTitle();
    this.remember();
    this.clocks.update(this.table);
    fill(this.banner, [invitation(this), this.actions.offer(), this.actions.rematch()]);
    hide(this.naming, !!settings.name || !!table.result || !this.isShared() || this.table.you.length !== 1);
    this.moves.update(table.history, this.viewing, table.current);
    this.drawPlayers();
    if (moved) this.botGame.moved();
    if (moved && following) void this.view(table.current);
    else if (this.missed) void this.view(this.viewing, true);
    else if (this.state && rights(old) !== rights(this.table)) this.rest(false);
    else this.actions.update();
  }

  /** Moves on to the rematch. @param {string} id */
  goToRematch(id) {
    rememberGame({ id, game: this.table.game, secret: this.secret, names: [], time: Date.now(), over: false });
    go(id);
  }

  /** @param {string} mv @returns {Promise<boolean>} whether it was played */
  async play(mv) {
    this.sent = mv;
    const done = await this.command("play", { mv, ply: this.place()?.ply });
    if (!done) {
      this.sent = null;
      this.rest(false);
    }
    return done;
  }

  /**
   * @param {string} command
   * @param {object} [more]
   * @returns {Promise<boolean>} whether it was done
   */
  command(command, more = {}) {
    return attempt(async () => {
      const table = await api.command(this.table.id, this.secret, { command, ...more });
      if (table && !this.signal.aborted) this.update(table);
    });
  }
}

/** @param {Table} a @param {Table} b @returns {boolean} whether what is in both is numbered alike */
const sameHistory = (a, b) => a.history.every((place, at) => {
  const other = b.history[at];
  return !other || other.id === place.id && other.parent === place.parent && other.mv === place.mv;
});

/** @param {Table} table @returns {string} everything that decides whether a move can be entered, or what is said if not; who enters one is not disturbed */
const rights = (table) => [table.current, table.turn, table.you.length > 0 && table.paused, table.waiting, !!table.result, table.you,
  table.you.includes(table.turn ?? -1) || table.seats.map(({ taken }) => taken)].join();
