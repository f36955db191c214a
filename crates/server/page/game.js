// The page of a game, for players and spectators.

import { core } from "./core.js";
import { hostOf } from "./hosts.js";
import { attempt, fill, h, hide, toast } from "./dom.js";
import { Actions } from "./actions.js";
import { Clocks } from "./clock.js";
import { VIEW_KEY, addShortcuts } from "./shortcuts.js";
import { MoveList, isContinued, neighbours, pathTo, stepButtons } from "./moves.js";
import { Premoves } from "./premoves.js";
import { invitation, nameForm } from "./invite.js";
import { AfterGame } from "./after-game.js";
import { playerCards, seatName } from "./player-card.js";
import { Positions } from "./positions.js";
import { go, keepGame, rename, title } from "./router.js";
import { animated, boardLook, knownGame, rememberGame, settings } from "./settings.js";
import { Stage } from "./stage.js";
import { BotGame } from "./bot-game.js";
import { announceChange, announceConnection, announcePosition, resultText, statusText, whyClosed } from "./wording.js";

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").GameInfo} GameInfo */

/** @param {import("./types").Page} page */
export async function showGame({ root, signal, parts }) {
  const [id = "", fromAddress] = parts;
  // The secret must not stay in the address bar, where it could be seen or shared.
  if (fromAddress) rename(id);
  const known = knownGame(id)?.secret ?? null;
  let secret = known ?? fromAddress ?? null;
  const host = hostOf(id);
  let table = await host.table(id, secret);
  if (fromAddress && known && known !== fromAddress) {
    if (table.you.length) toast("You already play in this game. This link is for someone else: send it to a friend.");
    else table = await host.table(id, (secret = fromAddress));
  }
  if (secret && !table.you.length) {
    secret = null;
    toast("This link does not match any seat in this game. You are a spectator.");
  }
  const info = core.gameInfo(table.game);
  if (signal.aborted) return;
  const game = new GamePage(info, table, secret, signal);
  fill(root, [game.element]);
  if (fromAddress) game.sendName();
  const ply = new URLSearchParams(location.search).get("ply");
  const node = pathTo(table.history, table.current).find((one) => String(one.ply) === ply);
  if (node) void game.view(node.id);
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
    this.host = hostOf(table.id);
    this.table = table;
    this.secret = secret;
    this.signal = signal;
    /** The local time of the last message about the table. */
    this.received = Date.now();
    this.flip = knownGame(table.id)?.flip ?? (table.seats.length === 2 && table.you.length === 1 && table.you[0] === 1);
    this.viewing = table.current;
    /** The node that was shown last without an interrupted animation. */
    this.shown = table.current;
    /** Whether the user saw the game in progress. */
    this.sawPlay = !table.result;
    /** Whether the position to show could not be loaded. */
    this.isStale = false;
    this.positions = new Positions(this);
    /** @type {State | null} */
    this.state = null;
    /** @type {string | null} the move that was sent and is already on the board */
    this.sent = null;
    /** The position that was announced last, and the moves since then. */
    this.announced = { node: -1, open: false, moves: /** @type {import("./types").HistoryNode[]} */ ([]) };
    this.premoves = new Premoves(this);
    this.stage = new Stage(table.game, {
      look: () => this.look(), complete: (mv) => void this.play(mv), entering: (state) => this.drawPlayers(state),
      premoved: (mv, state) => this.premoves.set(mv, state), cancelPremove: () => this.premoves.cancel(),
    });
    this.clocks = new Clocks(signal);
    this.moves = new MoveList(table.seats.length, {
      jump: (id) => void this.view(id),
      annotation: (node) => this.afterGame.sign(node),
    });
    this.afterGame = new AfterGame(this);
    this.botGame = new BotGame(this);
    this.actions = new Actions(this);
    this.above = h("div", { class: "players above" });
    this.below = h("div", { class: "players below" });
    this.banner = h("div", { class: "banners" });
    this.back = h("button", { type: "button", class: "primary", hidden: true, onclick: () => this.step("last") });
    this.stage.strip.append(this.back);
    this.naming = nameForm();
    this.offline = h("p", { class: "banner", hidden: true }, "Connection lost. Reconnecting…");
    this.heading = h("h1", { class: "game-name" }, info.name);
    this.spectators = h("span", { class: "spectators", hidden: true });
    this.element = h("section", { class: "play game", "data-players": table.seats.length },
      h("div", { class: "middle" }, this.above, this.stage.element, this.below),
      h("aside", { class: "beside", "aria-label": "Game", tabIndex: -1 },
        h("div", { class: "row-between" }, this.heading, this.spectators), this.offline, this.banner, this.naming, this.moves.element,
        stepButtons((where) => this.step(where), () => this.flipBoard(), table.game),
        this.actions.element, this.afterGame.element));
    this.actions.help = addShortcuts(this.keys(), signal);
    addEventListener("settings", () => {
      this.sendName();
      if (settings.name) hide(this.naming, true);
      void this.view(this.viewing, true);
    }, { signal });
    this.live = this.host.connect(table.id, secret, signal, {
      message: (message, first) => message.table && this.update(message.table, first),
      online: (online) => {
        announceConnection(this, online);
        this.clocks.setOnline(online);
      },
    });
    this.update(table);
    void this.view(table.current);
  }

  keys() {
    return [
      { keys: ["ArrowLeft"], text: "previous move", act: () => this.step("back") },
      { keys: ["ArrowRight"], text: "next move", act: () => this.step("forward") },
      { keys: ["ArrowUp", "g"], text: "start of the game", act: () => this.step("first") },
      { keys: ["ArrowDown", "G"], text: "end of the game", act: () => this.step("last") },
      { keys: ["f"], text: "flip the board", act: () => this.flipBoard() },
      VIEW_KEY,
      ...this.actions.keys(),
      { keys: ["b"], text: "focus the board", act: () => this.stage.board.focus() },
      { keys: ["t"], text: "turn the tile that is being placed", act: () => this.stage.turn() },
      { keys: ["Escape"], text: "take the last step back, or cancel the premove", act: () => this.stage.back() },
    ];
  }

  look() {
    return boardLook(this.flip);
  }

  /** Whether people play each other from different devices. */
  isShared() {
    return this.table.shared;
  }

  /** Whether the user plays. */
  isMine() {
    return this.table.you.length > 0;
  }

  /** Whether the user has left a game that the others continue. */
  isOut() {
    const { seats, you } = this.table;
    return you.length > 0 && you.every((player) => seats[player]?.out);
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

  /** Shows in the title who plays, and whether it is the user's turn. */
  updateTitle() {
    const { result, turn, you } = this.table;
    const mine = !result && turn !== null && you.includes(turn) && this.isShared();
    title(`${mine ? "Your move: " : ""}${this.names().join(" – ")}, ${this.info.name}`);
  }

  /** A node of the history, by default the current one. @param {number} [id] */
  node(id = this.table.current) {
    return this.table.history.find((node) => node.id === id);
  }

  /** @param {"first" | "back" | "forward" | "last"} where */
  step(where) {
    const { history, current } = this.table;
    const near = neighbours(history, this.viewing);
    // Moves that were taken back are not part of the game.
    const forward = pathTo(history, current).find((node) => node.parent === this.viewing)?.id ?? null;
    const target = where === "last" ? current : where === "forward" ? forward : near[where];
    // Several steps in a row do not pile up.
    this.shown = this.viewing;
    if (target !== null && target !== this.viewing) void this.view(target);
  }

  /** Sends the name from the settings to the other players. */
  sendName() {
    const { seats, you } = this.table;
    const [me] = you;
    if (me === undefined || you.length > 1 || !this.isShared()) return;
    if (settings.name && seats[me]?.name !== settings.name) void this.command("rename", { name: settings.name });
  }

  /** Stores the game in this browser. */
  remember() {
    const { id, game, result } = this.table;
    rememberGame({
      id, game, secret: this.secret, time: Date.now(), names: this.names(), over: !!result,
      plies: this.node()?.ply, result: resultText(this), invites: knownGame(id)?.invites, flip: this.flip,
    });
  }

  flipBoard() {
    this.flip = !this.flip;
    this.remember();
    void this.view(this.viewing, true);
  }

  /**
   * Shows a node of the history.
   * @param {number} id
   * @param {boolean} [still] without animation
   */
  async view(id, still = false) {
    const done = await attempt(async () => {
      const moves = still ? [] : this.positions.movesTo(id);
      this.viewing = id;
      this.botGame.update();
      this.stage.begin();
      // The first move is already on the board if it was entered there.
      const unseen = moves[0]?.mv === this.sent ? moves.slice(1) : moves;
      if (id === this.table.current) this.sent = null;
      const state = this.positions.at(id);
      const frames = animated() ? unseen.map((node) => this.positions.framesTo(node)) : [];
      const path = frames.at(-1)?.counter_path ?? [];
      this.state = state;
      this.isStale = false;
      this.drawPlayers();
      this.updateTitle();
      this.moves.update(this.table.history, id, this.table.current);
      this.#keepGame();
      if (!(await this.#animate(frames, state))) return;
      this.shown = id;
      this.showPosition(!still, path);
    });
    if (!done) this.isStale = true;
  }

  /**
   * Animates moves one after another, except for the last picture.
   * @param {import("./types").Frames[]} moves
   * @param {State} state
   * @returns {Promise<boolean>} whether to show the position after them now
   */
  async #animate(moves, state) {
    for (const [index, { frames, counter_path: path }] of moves.entries()) {
      if (!(await this.stage.animate(frames.slice(0, -1), state))) return false;
      const last = index < moves.length - 1 ? frames.at(-1) : undefined;
      if (last && !(await this.stage.animateLast(last, state, path))) return false;
    }
    return true;
  }

  /** Makes the links of the header lead to this game. */
  #keepGame() {
    const { table } = this;
    const analysed = table.result || !this.isShared() ? `?of=${table.id}&ply=${this.node(this.viewing)?.ply ?? 0}` : "";
    keepGame(table.game, analysed);
  }

  /** Shows the current state without animating the steps of a move. @param {boolean} moving @param {string[]} [path] of a counter */
  showPosition(moving, path = []) {
    const { state, table } = this;
    if (!state) return;
    const closed = whyClosed(this);
    this.back.textContent = table.result ? "Last move" : "Back to the game";
    hide(this.back, this.viewing === table.current);
    this.element.classList.toggle("over", !!table.result);
    this.stage.show(state, { open: !closed, closed, moving, status: statusText(this, closed), path, premover: this.premoves.player() });
    this.premoves.show();
    announcePosition(this, closed);
    this.afterGame.show(this.viewing);
    this.actions.update();
  }

  /** @param {State | null} [state] the position with the move that is being entered */
  drawPlayers(state = this.state) {
    if (!state) return;
    const cards = playerCards(this, state);
    fill(this.above, cards.slice(0, -1));
    fill(this.below, cards.slice(-1));
  }

  /**
   * Shows a new state of the table, unless a newer one is known.
   * @param {Table} table
   * @param {boolean} [isFirst] whether it is the first message of a connection; the server may have restarted
   */
  update(table, isFirst = false) {
    const old = this.table;
    if (table.revision < old.revision && !isFirst) return;
    if (isFirst && !isContinued(old.history, table.history)) {
      // The ids of nodes may change when the server restarts.
      this.positions.clear();
      this.viewing = table.current;
      this.shown = table.current;
      this.isStale = true;
    }
    this.table = table;
    this.received = Date.now();
    const following = this.viewing === old.current;
    const moved = table.current !== old.current;
    announceChange(this, old, following);
    if (table.rematch && !old.rematch && this.isMine()) this.goToRematch(table.rematch.id);
    this.updateTitle();
    hide(this.spectators, !table.spectators);
    this.spectators.textContent = `${table.spectators} watching`;
    this.remember();
    this.clocks.update(this.table);
    fill(this.banner, [invitation(this), this.actions.offer(), this.actions.rematch()]);
    hide(this.naming, !!settings.name || !!table.result || !this.isShared() || this.table.you.length !== 1);
    this.moves.update(table.history, this.viewing, table.current);
    this.drawPlayers();
    if (moved) this.botGame.moved();
    if (moved) this.premoves.moved();
    if (moved && following) void this.view(table.current);
    else if (this.isStale) void this.view(this.viewing, true);
    else if (this.state && rights(old) !== rights(this.table)) this.showPosition(false);
    else this.actions.update();
  }

  /** Goes to the rematch. @param {string} id */
  goToRematch(id) {
    rememberGame({ id, game: this.table.game, secret: this.secret, names: [], time: Date.now(), over: false });
    go(id);
  }

  /** @param {string} mv @returns {Promise<boolean>} whether the move was played */
  async play(mv) {
    this.sent = mv;
    const done = await this.command("play", { mv, ply: this.node()?.ply });
    if (!done) {
      this.sent = null;
      this.showPosition(false);
    }
    return done;
  }

  /**
   * @param {string} command
   * @param {object} [more]
   * @returns {Promise<boolean>} whether the command succeeded
   */
  command(command, more = {}) {
    return attempt(async () => {
      const table = await this.host.command(this.table.id, this.secret, { command, ...more }, this.live);
      if (table && !this.signal.aborted) this.update(table);
    });
  }
}

/** @param {Table} table @returns {string} what decides whether a move can be entered. A move that is being entered is not interrupted unless it changes */
const rights = (table) => [table.current, table.turn, table.you.length > 0 && table.paused, table.waiting, !!table.result, table.you,
  table.you.includes(table.turn ?? -1) || table.seats.map(({ taken }) => taken)].join();
