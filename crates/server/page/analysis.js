// The analysis board: moves of all sides, variations, the engine and the position editor.

import { api } from "./api.js";
import { core } from "./core.js";
import { hostOf } from "./hosts.js";
import { announce, attempt, fill, h, toast } from "./dom.js";
import { copyable } from "./invite.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { VIEW_KEY, addShortcuts } from "./shortcuts.js";
import { MoveList, neighbours, stepButtons } from "./moves.js";
import { playerCard } from "./player-card.js";
import { go, rename, title } from "./router.js";
import { boardLook } from "./settings.js";
import { Stage } from "./stage.js";
import { Arrows } from "./study/arrows.js";
import { Learn } from "./study/learn.js";
import { Notes } from "./study/notes.js";
import { ReviewPanel } from "./study/review.js";
import { Tree } from "./tree.js";
import { moveText } from "./wording.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").GameInfo} GameInfo */

/** @param {import("./types").Page} page */
export async function showAnalysis({ root, signal, parts }) {
  const games = core.games();
  const info = core.gameInfo(parts[0] ?? games[0]?.id ?? "");
  const query = new URLSearchParams(location.search);
  const start = core.position({ game: info.id, position: parts[1] }, boardLook());
  title(`Analysis of ${info.name}`);
  const board = new AnalysisPage(info, games, start, signal);
  fill(root, [board.element]);
  const table = query.get("of");
  if (table) await attempt(() => board.loadTable(table, Number(query.get("ply")), query.get("learn")));
  if (pasted) await attempt(() => board.load(pasted));
  pasted = "";
}

/** A pasted record of another game, which is loaded on the board of that game. */
let pasted = "";

export class AnalysisPage {
  /**
   * @param {GameInfo} info
   * @param {GameInfo[]} games
   * @param {State} start
   * @param {AbortSignal} signal
   */
  constructor(info, games, start, signal) {
    this.info = info;
    this.signal = signal;
    this.flip = false;
    this.state = start;
    this.tree = Tree.stored(info.id, start.position) ?? Tree.from(info.id, start.position);
    this.stage = new Stage(info.id, {
      look: () => this.look(), complete: (mv) => void this.play(mv), entering: (state) => { this.drawPlayers(state); this.engine.colour(); },
    });
    this.arrows = new Arrows(this.stage.board);
    /** @type {import("./types").MoveShape | null} the better move of the review that is shown */
    this.pointed = null;
    this.engine = new Engine(this);
    this.stage.frame.prepend(this.engine.bar);
    this.moves = new MoveList(start.players.length, {
      jump: (id) => void this.view(id), annotation: ({ id }) => this.tree.at(id).sign, comment: ({ id }) => this.tree.at(id).comment,
    });
    this.notes = new Notes(this);
    this.learn = new Learn(this);
    /** @type {ReviewPanel} */
    this.review = new ReviewPanel({
      info, signal,
      id: () => this.tree.of,
      request: () => ({ game: info.id, options: {}, position: this.tree.root, moves: this.tree.mainLine().slice(1).map(({ mv }) => mv) }),
      played: () => this.tree.mainLine(),
      line: () => this.tree.currentLine(),
      number: (node) => this.moves.number(node),
      jump: ({ id }) => void this.view(id),
      point: (move) => void this.point(move),
      found: () => this.#reviewed(),
      learn: () => h("button", { type: "button", class: "primary", onclick: () => this.learn.start(this.review.mistakes()) }, "Learn from mistakes"),
      values: () => this.tree.currentLine().map((node) => (node.parent === null ? this.review.move(1)?.before : node.value) ?? null),
    });
    this.editor = new Editor(this);
    this.record = h("textarea", { rows: 5, spellcheck: false });
    this.above = h("div", { class: "players above" });
    this.below = h("div", { class: "players below" });
    this.link = h("div", {});
    this.playOn = h("button", { type: "button", onclick: () => go(`new/${info.id}?position=${this.state.position}`) }, "Play from here");
    const others = h("nav", { class: "tabs", "aria-label": "Game" },
      ...games.map((game) => h("a", { href: `analysis/${game.id}`, "aria-current": game === info ? "page" : null }, game.name)));
    this.element = h("section", { class: "play analysis", "data-players": start.players.length },
      h("div", { class: "middle" }, this.above, this.stage.element, this.editor.tools, this.below),
      h("aside", { class: "beside", "aria-label": "Analysis", tabIndex: -1 },
        h("h1", { class: "game-name" }, "Analysis"), others,
        this.editor.element, this.learn.element, this.engine.element, this.moves.element, stepButtons((where) => this.step(where), () => this.flipBoard(), info.id),
        this.notes.element, this.review.element,
        h("div", { class: "buttons" },
          this.playOn,
          h("button", { type: "button", onclick: () => { this.editor.open(); this.stage.reveal(); } }, "Set up position"),
          h("button", { type: "button", onclick: () => void attempt(() => this.restart(this.tree.root)) }, "Clear moves"),
          h("button", { type: "button", class: "quiet keys-button", onclick: () => help() }, "Shortcuts ", h("kbd", {}, "?"))),
        h("details", { class: "paste" }, h("summary", {}, "Paste a record, moves or a position"),
          h("form", { onsubmit: (/** @type {Event} */ event) => this.#loadRecord(event) },
            h("label", { class: "field" }, "Text", this.record), h("button", {}, "Load"))),
        h("details", { class: "share" }, h("summary", {}, "Share or download"), this.link, this.notes.export)));
    const help = addShortcuts(this.keys(), signal);
    addEventListener("settings", () => this.redraw(), { signal });
    signal.addEventListener("abort", () => this.engine.stop());
    void this.view(this.tree.current);
  }

  keys() {
    return [
      { keys: ["ArrowLeft", "u"], text: "previous move", act: () => this.step("back") },
      { keys: ["ArrowRight", "r"], text: "next move", act: () => this.step("forward") },
      { keys: ["ArrowUp", "g"], text: "start of the game", act: () => this.step("first") },
      { keys: ["ArrowDown", "G"], text: "end of the game", act: () => this.step("last") },
      { keys: ["f"], text: "flip the board", act: () => this.flipBoard() },
      VIEW_KEY,
      { keys: ["e"], text: "start or stop the engine", act: () => this.editor.draft || this.learn.active || this.engine.toggle() },
      { keys: ["b"], text: "focus the board", act: () => this.stage.board.focus() },
      { keys: ["t"], text: "turn the tile that is being placed", act: () => this.stage.turn() },
      { keys: ["Escape"], text: "take the last step back", act: () => this.stage.back() },
    ];
  }

  look() {
    return boardLook(this.flip);
  }

  /** @param {"first" | "back" | "forward" | "last"} where */
  step(where) {
    const target = neighbours(this.tree.nodes, this.tree.current)[where];
    if (target !== null && !this.editor.draft && !this.learn.active) void this.view(target);
  }

  flipBoard() {
    this.flip = !this.flip;
    this.redraw();
  }

  /** Shows the position again after the view has changed. */
  redraw() {
    if (this.editor.draft) this.editor.redraw();
    else if (this.learn.active) this.learn.redraw();
    else void this.view(this.tree.current);
  }

  /** Plays a move on the board. @param {string} mv */
  async play(mv) {
    if (this.learn.active) return this.learn.tried(mv);
    const { tree } = this;
    await this.view(tree.add(tree.current, mv));
  }

  /** Plays several moves. @param {string[]} moves */
  async playAll(moves) {
    for (const mv of moves) await this.play(mv);
  }

  /** @param {number} id */
  async view(id) {
    await attempt(async () => {
      const { tree } = this;
      if (this.learn.active) this.learn.stop();
      const near = tree.at(id).parent === tree.current || tree.here.parent === id;
      const isNew = id !== tree.current;
      tree.current = id;
      const state = tree.position(id, this.look());
      this.state = state;
      tree.refresh();
      tree.store(state.position);
      this.stage.show(state, { open: true, closed: state.over ? "The game is over" : "", moving: near });
      this.pointed = null;
      this.#drawNotes();
      this.drawPlayers();
      this.playOn.disabled = state.over;
      const path = `analysis/${this.info.id}/${state.position}`;
      rename(path);
      fill(this.link, [copyable("Link to this position", api.address(path))]);
      if (isNew) announce(`${moveText(tree.here, state)}. ${state.status}`);
      this.engine.search();
    });
  }

  #drawNotes() {
    const { tree } = this;
    this.moves.update(tree.nodes, tree.current);
    this.notes.update();
    this.review.show(tree.here.ply);
  }

  /** A move has a new comment or sign. */
  annotated() {
    this.tree.store(this.state.position);
    this.#drawNotes();
  }

  /** The engine has evaluated the current position. @param {string} value @param {boolean} done */
  evaluated(value, done) {
    this.tree.evaluate(this.tree.current, value);
    if (!done) return;
    this.tree.refresh();
    this.annotated();
  }

  #reviewed() {
    if (this.review.review) this.tree.review(this.review.review.moves);
    this.annotated();
  }

  /** Shows the position before a move, with the better one. @param {import("./types").ReviewedMove} move */
  async point({ ply, best_shape: shape }) {
    const before = this.tree.mainLine()[ply - 1];
    if (!before) return;
    await this.view(before.id);
    this.pointed = shape;
    this.engine.colour();
  }

  /** @param {State} [state] the position with the move that is being entered */
  drawPlayers(state = this.state) {
    const { info } = this;
    const cards = state.players.map((_, player) => playerCard({ info, state, player }));
    if (!this.flip) cards.push(...cards.splice(0, 1));
    fill(this.above, cards.slice(0, -1));
    fill(this.below, cards.slice(-1));
  }

  /** Starts a new tree from a position. @param {string} position */
  async restart(position) {
    this.reset(Tree.from(this.info.id, position));
    await this.view(0);
  }

  /** @param {Tree} tree */
  reset(tree) {
    this.tree = tree;
    this.review.load();
    if (this.review.review) tree.review(this.review.review.moves);
    this.state = tree.position(0, this.look());
    const players = this.state.players.length;
    this.moves.players = players;
    this.moves.element.style.setProperty("--columns", String(players));
  }

  /** @param {Event} event */
  #loadRecord(event) {
    event.preventDefault();
    void attempt(() => this.load(this.record.value));
  }

  /**
   * Loads the game that was played at a table.
   * @param {string} id
   * @param {number} ply the number of moves to play
   * @param {string | null} learner the player who learns from the mistakes, or "all"
   */
  async loadTable(id, ply, learner) {
    const tree = Tree.fromRecord(await hostOf(id).record(id));
    if (this.signal.aborted) return;
    tree.of = id;
    this.reset(tree);
    await this.view(this.tree.mainLine()[ply]?.id ?? 0);
    if (learner === null) return;
    await this.review.start();
    const mistakes = this.review.mistakes();
    const own = mistakes.filter(({ player }) => String(player) === learner);
    if (!this.signal.aborted) this.learn.start(own.length ? own : mistakes);
  }

  /**
   * Loads the game of a record, moves alone, or a position.
   * @param {string} text
   */
  async load(text) {
    const isRecord = /^\s*\[/m.test(text);
    if (!isRecord && /^\S+_\S+$/.test(text.trim())) {
      const { position } = core.position({ game: this.info.id, position: text.trim() }, this.look());
      return go(`analysis/${this.info.id}/${position}`);
    }
    const tree = Tree.fromRecord(isRecord ? text : `[Game "${this.info.id}"]\n[Position "${this.tree.root}"]\n\n${text}`);
    if (tree.game !== this.info.id) {
      pasted = text;
      return go(`analysis/${tree.game}`);
    }
    this.reset(tree);
    await this.view(0);
    toast("Game loaded.");
  }
}
