// The actions of a player besides moving: takeback, hint, pause, draw offer, resignation.

import { core } from "./core.js";
import { bestMove } from "./search.js";
import { announce, attempt, confirmed, disable, fill, h, sentence, toast } from "./dom.js";
import { iconButton } from "./icons.js";
import { ownLink } from "./invite.js";
import { pathTo } from "./moves.js";
import { notifyButton } from "./notify.js";
import { phraseButtons } from "./phrases.js";
import { DRAW_DECLINED, offerText } from "./wording.js";

/** @typedef {import("./game.js").GamePage} GamePage */

/** The time for a hint, in milliseconds. */
const HINT_TIME = 1000;

export class Actions {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    this.element = h("div", { class: "actions" });
    /** @type {() => void} */
    this.help = () => {};
    this.typed = h("input", {
      type: "text", class: "typed", "aria-label": "Type a move", placeholder: "Type a move", autocomplete: "off", spellcheck: false, maxLength: 60,
      // The shortcuts of the page do not work in fields.
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && game.stage.board.focus(),
    });
    this.typing = h("form", { class: "typing", onsubmit: (/** @type {Event} */ event) => void this.#type(event) },
      this.typed, h("button", {}, "Play"));
    this.undo = iconButton("undo", "Takeback", () => void this.#send("takeback"), { wide: true, key: "u" });
    this.redo = iconButton("redo", "Redo", () => void this.#send("redo"), { wide: true, key: "r" });
    this.shown = "";
    this.claim = h("button", { type: "button", onclick: () => void game.command("claim") });
    this.claimAt = 0;
    /** What was announced last about claiming the win. */
    this.claimAnnounced = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Whether the user withdrew the last offer. */
    this.withdrawn = false;
  }

  keys() {
    return [
      { keys: ["u"], text: "takeback", act: () => this.#ifRunning("takeback") },
      { keys: ["r"], text: "redo", act: () => this.#ifRunning("redo") },
      { keys: ["i"], text: "hint", act: () => void this.hint() },
      { keys: ["m"], text: "type a move", act: () => this.typed.focus() },
      { keys: ["p"], text: "pause or resume", act: () => this.#pause() },
    ];
  }

  /** @param {string} command */
  #ifRunning(command) {
    if (this.#isPlaying()) void this.#send(command);
  }

  /** Whether the user plays a game that is in progress. */
  #isPlaying() {
    const { game } = this;
    return !game.table.result && game.isMine() && !game.isOut();
  }

  #pause() {
    const { table, botGame } = this.game;
    if (botGame.isOffered()) botGame.toggle();
    else if (table.clocks?.some(Boolean)) this.#ifRunning(table.paused ? "resume" : "pause");
  }

  /** Sends a command and shows its result. @param {string} command */
  async #send(command) {
    const { game } = this;
    const before = game.viewing;
    const live = before === game.table.current;
    const done = await game.command(command);
    // If the user has gone to another position in the meantime, it stays.
    if (done && !live && game.viewing === before && !game.table.offer) void game.view(game.table.current);
  }

  /** @param {Event} event */
  async #type(event) {
    event.preventDefault();
    const mv = this.typed.value.trim();
    if (!mv) return;
    if (await this.game.play(mv)) this.typed.value = "";
    else this.typed.select();
  }

  async hint() {
    const { game } = this;
    const { table, state } = game;
    if (!state || !this.#isPlaying() || game.isShared() || game.viewing !== table.current) return;
    await attempt(async () => {
      announce("Searching for a hint");
      const hint = await bestMove({ game: table.game, position: state.position, ms: HINT_TIME }, game.signal);
      if (!hint?.mv) return;
      const after = core.position({ game: table.game, position: state.position, moves: hint.mv }, game.look());
      if (game.state !== state) return;
      const [before, then] = [state.scene.tiles, after.scene.tiles];
      game.stage.hint = { squares: after.last_move, tile: onlyIn(then, before) ?? onlyIn(before, then) ?? null };
      game.stage.mark();
      game.stage.reveal();
      game.stage.status.textContent = `Hint: ${hint.mv}${hint.line ? ` (${hint.line.value.text})` : ""}`;
      announce(`Hint: ${hint.mv}`);
    });
  }

  async offerDraw() {
    const { game } = this;
    if (!(await confirmed("Offer a draw?", "Offer draw", "primary")) || !(await game.command("offer_draw"))) return;
    // Bots answer immediately.
    if (!game.table.offer && !game.table.result) toast(DRAW_DECLINED);
  }

  async resign() {
    if (await confirmed("Resign this game?", "Resign")) await this.game.command("resign");
  }

  update() {
    const { game } = this;
    const { table } = game;
    const running = this.#isPlaying();
    if (this.#canClaim()) {
      this.claimAt = game.received + (table.claim_at_ms ?? 0) - table.server_time_ms;
      this.#count();
    } else this.claimAnnounced = "";
    const played = pathTo(table.history, table.current).slice(1);
    disable(this.undo, !played.some(({ player }) => table.you.includes(player)));
    disable(this.redo, !game.node()?.children.length);
    const isJoined = table.seats.every(({ taken }) => taken);
    const shape = [running, isJoined, game.isOut(), !!table.result, running && table.paused, game.isShared(), table.clocks?.some(Boolean), this.#canClaim(), game.isMine()].join();
    if (shape === this.shown) return;
    this.shown = shape;
    const send = (/** @type {string} */ command) => () => void this.#send(command);
    fill(this.element, [
      !game.isMine() && game.sawPlay && h("p", { class: "faint" }, table.result ? "You were a spectator." : "You are a spectator."),
      game.isOut() && !table.result && h("p", { class: "faint" }, "You are out of the game. The others continue."),
      game.botGame.isOffered() && game.botGame.element,
      running && h("div", { class: "buttons" },
        this.undo,
        !game.isShared() && this.redo,
        !game.isShared() && iconButton("hint", "Hint", () => void this.hint(), { wide: true, key: "i" }),
        table.clocks?.some(Boolean) && !game.isShared() &&
          iconButton(table.paused ? "forward" : "pause", table.paused ? "Resume" : "Pause", send(table.paused ? "resume" : "pause"), { wide: true, key: "p" }),
        isJoined && game.info.draws && iconButton("draw", "Offer draw", () => void this.offerDraw(), { wide: true }),
        isJoined && iconButton("flag", "Resign", () => void this.resign(), { wide: true }),
        this.#canClaim() && this.claim),
      running && this.typing,
      game.isMine() && game.isShared() && phraseButtons(game),
      running && game.isShared() && notifyButton(game),
      running && game.secret && !game.host.isLocal && ownLink(game),
      h("button", { type: "button", class: "quiet keys-button", onclick: () => this.help() }, "Shortcuts ", h("kbd", {}, "?")),
    ]);
  }

  /** @returns {boolean} whether another player is to move and away while their clock runs */
  #canClaim() {
    const { claim_at_ms: at, turn, you } = this.game.table;
    return at !== null && turn !== null && !you.includes(turn);
  }

  /** Counts down to the time when the win can be claimed. */
  #count() {
    clearTimeout(this.timer);
    if (!this.#canClaim()) return;
    const left = Math.ceil((this.claimAt - Date.now()) / 1000);
    this.claim.disabled = left > 0;
    this.claim.textContent = left > 0 ? `Claim win in ${left} s` : "Claim win";
    const text = left > 0 ? "You can claim the win soon" : "You can claim the win now";
    if (text !== this.claimAnnounced) announce(text);
    this.claimAnnounced = text;
    if (left > 0 && !this.game.signal.aborted) this.timer = setTimeout(() => this.#count(), 500);
  }

  /** @returns {HTMLElement | null} the banner about a rematch */
  rematch() {
    const { game } = this;
    const { rematch, result, want_rematch: want, you } = game.table;
    if (!result || !want.length && !rematch) return null;
    if (rematch) return h("div", { class: "banner" }, "The rematch has started.", game.isMine()
      ? h("button", { type: "button", class: "primary", onclick: () => game.goToRematch(rematch.id) }, "Go to rematch")
      : h("a", { class: "button", href: rematch.id }, "Watch rematch"));
    if (!game.isMine()) return null;
    const mine = you.some((player) => want.includes(player));
    const asking = want.map((player) => game.name(player)).join(", ");
    return h("div", { class: "banner", role: "status" }, mine ? "You asked for a rematch." : `${asking} asks for a rematch.`,
      !mine && h("button", { type: "button", class: "primary", onclick: () => void game.command("rematch") }, "Accept rematch"));
  }

  /** @returns {HTMLElement | null} the banner about an offer */
  offer() {
    const { game } = this;
    const { offer, result, you } = game.table;
    if (!offer || result) return null;
    if (!game.isMine() || game.isOut()) return h("div", { class: "banner" }, sentence(offerText(game, offer)));
    const draw = offer.proposal === "draw";
    const what = draw ? "draw" : "takeback";
    const send = (/** @type {string} */ command) => () => void game.command(command);
    if (you.includes(offer.by) && you.length === 1) {
      return h("div", { class: "banner", role: "status" }, draw ? "You offered a draw." : "You asked for a takeback.",
        h("button", { type: "button", onclick: () => { this.withdrawn = true; void game.command(`decline_${what}`); } }, "Withdraw"));
    }
    const waiting = game.table.seats.flatMap((seat, player) =>
      (seat.kind === "bot" || seat.out || player === offer.by || offer.accepted?.includes(player) ? [] : [game.name(player)]));
    if (you.length === 1 && offer.accepted?.includes(you[0] ?? -1)) {
      return h("div", { class: "banner", role: "status" }, `You accepted. Waiting for ${waiting.join(", ")}.`);
    }
    return h("div", { class: "banner", role: "status" }, sentence(offerText(game, offer)),
      h("span", { class: "buttons" },
        h("button", { type: "button", class: "primary", onclick: send(`accept_${what}`) }, "Accept"),
        h("button", { type: "button", onclick: send(`decline_${what}`) }, "Decline")));
  }
}

/**
 * @typedef {import("./types").Scene["tiles"]} Tiles
 * @param {Tiles} tiles
 * @param {Tiles} others
 * @returns {Tiles[0] | undefined} the first tile that is not among the others
 */
function onlyIn(tiles, others) {
  return tiles.find((tile) => !others.some(({ from, to }) => from === tile.from && to === tile.to));
}
