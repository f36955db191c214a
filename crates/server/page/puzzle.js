// A puzzle: the board, the task, and what the core and the engine say about the moves.

import { core } from "./core.js";
import { announce, attempt, fill, h, hide } from "./dom.js";
import { learning } from "./learning.js";
import { playerCard } from "./player-card.js";
import { storedProgress, storeProgress } from "./puzzle-progress.js";
import { go, keepGame, title } from "./router.js";
import { bestMove } from "./search.js";
import { boardLook } from "./settings.js";
import { addShortcuts } from "./shortcuts.js";
import { Stage } from "./stage.js";

/**
 * @typedef {import("./types").State} State
 * @typedef {{ moves: string[], position: string, score: string, over: boolean, wrong: boolean, hint: string | null, message: string, progress: object | null, solution: string | null }} Solved
 * @typedef {{ puzzle: import("./puzzles.js").Puzzle, text: string, list: () => import("./puzzles.js").PuzzleList, daily: boolean }} Opened
 */

/** How long the engine looks for a refutation, in milliseconds. */
const REFUTATION_TIME = 500;
/** The pause before an answer is shown, in milliseconds. */
const PAUSE = 600;

/** @param {HTMLElement} root @param {AbortSignal} signal @param {Opened} opened */
export function showPuzzle(root, signal, opened) {
  const page = new PuzzlePage(signal, opened);
  fill(root, [page.element]);
}

class PuzzlePage {
  /** @param {AbortSignal} signal @param {Opened} opened */
  constructor(signal, { puzzle, text, list, daily }) {
    this.signal = signal;
    this.puzzle = puzzle;
    this.text = text;
    this.list = list;
    this.info = core.gameInfo(puzzle.game);
    this.flip = false;
    /** Whether a refutation is shown. */
    this.refuted = false;
    title(daily ? "Puzzle of the day" : `Puzzle ${puzzle.id}`);
    keepGame(puzzle.game);
    this.stage = new Stage(puzzle.game, { look: () => this.look(), complete: (mv) => void attempt(() => this.play(mv)), entering: (state) => this.drawPlayers(state) });
    this.above = h("div", { class: "players above" });
    this.below = h("div", { class: "players below" });
    this.message = h("p", { class: "puzzle-message", role: "status" });
    this.figures = h("p", { class: "puzzle-figures" });
    this.line = h("p", { class: "puzzle-line" });
    this.facts = h("p", { class: "puzzle-facts" });
    const button = (/** @type {string} */ label, /** @type {() => void} */ act, quiet = false) => h("button", { type: "button", class: quiet ? "quiet" : "", onclick: act }, label);
    this.again = button("Try again", () => this.show());
    this.hintButton = button("Hint", () => this.hint());
    this.solutionButton = button("Show solution", () => this.showSolution(), true);
    this.nextButton = button("Next puzzle", () => this.next());
    this.analysis = h("a", { class: "button", href: `analysis/${puzzle.game}/${puzzle.position}` }, "Analyse");
    this.element = h("section", { class: "play puzzle" },
      h("div", { class: "middle" }, this.above, this.stage.element, this.below),
      h("aside", { class: "beside", "aria-label": "Puzzle", tabIndex: -1 },
        h("h1", { class: "game-name" }, daily ? "Puzzle of the day" : `Puzzle ${puzzle.id}`),
        h("p", { class: "puzzle-task" }, puzzle.task),
        h("p", { class: "puzzle-figures" }, h("span", {}, this.info.name), h("span", {}, "Rating ", h("b", {}, puzzle.rating))),
        this.message,
        h("div", { class: "buttons" }, this.again, this.hintButton, this.nextButton, this.analysis, this.solutionButton),
        this.line, this.facts, this.figures,
        h("p", {}, h("a", { href: "puzzles" }, "All puzzles"))));
    addShortcuts([
      { keys: ["i"], text: "hint", act: () => this.hint() },
      { keys: ["n"], text: "next puzzle", act: () => this.next() },
      { keys: ["f"], text: "flip the board", act: () => { this.flip = !this.flip; this.show(); } },
      { keys: ["b"], text: "focus the board", act: () => this.stage.board.focus() },
      { keys: ["t"], text: "turn the tile that is being placed", act: () => this.stage.turn() },
      { keys: ["Escape"], text: "take the last step back", act: () => (this.refuted ? this.show() : this.stage.back()) },
    ], signal);
    addEventListener("settings", () => this.show(), { signal });
    /** @type {Solved} */
    this.solved = this.#ask("look", { moves: [], score: "solved" });
    this.show();
  }

  look() {
    return boardLook(this.flip);
  }

  /**
   * Asks the core, and stores the progress if the attempt counts now.
   * @param {string | { move: string }} act
   * @param {{ moves: string[], score: string }} [at]
   * @returns {Solved}
   */
  #ask(act, { moves, score } = this.solved) {
    const solved = learning.solve({ text: this.text, id: this.puzzle.id, moves, score, act, progress: storedProgress() });
    if (solved.progress) storeProgress(solved.progress);
    return solved;
  }

  /** @param {string} position @returns {State} */
  state(position) {
    return core.position({ game: this.puzzle.game, position }, this.look());
  }

  /** Shows the position of the attempt. @param {boolean} [moving] */
  show(moving = false) {
    this.refuted = false;
    const { over, position, message } = this.solved;
    const state = this.state(position);
    this.stage.show(state, { open: !over, closed: over ? "The puzzle is over" : "", moving });
    this.drawPlayers(state);
    this.say(message);
    this.#drawPanel();
  }

  /** @param {string} message */
  say(message) {
    this.message.textContent = message;
    announce(message);
  }

  #drawPanel() {
    const { over, moves, solution } = this.solved;
    hide(this.again, !this.refuted);
    hide(this.hintButton, over || this.refuted);
    hide(this.solutionButton, over);
    hide(this.analysis, !over);
    this.nextButton.classList.toggle("primary", over);
    this.line.textContent = over ? `Solution: ${solution}` : moves.join(" ");
    this.facts.textContent = over ? [this.puzzle.themes.join(", "), this.puzzle.origin].filter(Boolean).join(" · ") : "";
    const { rating, streak, best, solved, puzzles } = this.list();
    fill(this.figures, [h("span", {}, "Your rating ", h("b", {}, rating)), h("span", {}, "In a row ", h("b", {}, streak)),
      h("span", {}, "Best ", h("b", {}, best)), h("span", {}, "Solved ", h("b", {}, `${solved} of ${puzzles.length}`))]);
  }

  /** Tries a move. @param {string} mv */
  async play(mv) {
    const before = this.solved;
    const solved = this.#ask({ move: mv });
    this.solved = { ...solved, message: solved.wrong ? "" : solved.message };
    if (solved.wrong) return this.#refute(mv, before.position, solved.message);
    const [own, ...answers] = solved.moves.slice(before.moves.length);
    const after = core.position({ game: this.puzzle.game, position: before.position, moves: own }, this.look());
    this.stage.show(after, { open: false, moving: true });
    await this.#animate(after.position, answers);
    if (!this.signal.aborted) this.show(true);
  }

  /** Shows moves one after the other, unless something else is shown meanwhile. @param {string} from @param {string[]} moves */
  async #animate(from, moves) {
    let position = from;
    for (const mv of moves) {
      const { latest } = this.stage;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (this.stage.latest !== latest || this.signal.aborted) return;
      const after = core.position({ game: this.puzzle.game, position, moves: mv }, this.look());
      const { frames, counter_path: path } = core.frames(this.puzzle.game, position, mv, this.look());
      const isLatest = await this.stage.animate(frames.slice(0, -1), after);
      if (!isLatest || this.signal.aborted) return;
      this.stage.show(after, { open: false, moving: true, path });
      position = after.position;
    }
  }

  /**
   * Shows a wrong move and the best answer to it.
   * @param {string} mv
   * @param {string} from
   * @param {string} rating what the attempt did to the rating
   */
  async #refute(mv, from, rating) {
    this.refuted = true;
    const { game } = this.puzzle;
    const after = core.position({ game, position: from, moves: mv }, this.look());
    this.stage.show(after, { open: false, closed: "Press Try again first", moving: true });
    this.drawPlayers(after);
    this.say(`${mv} is wrong.`);
    this.#drawPanel();
    const best = after.over ? null : await bestMove({ game, position: after.position, ms: REFUTATION_TIME }, this.signal);
    if (this.signal.aborted || !this.refuted) return;
    if (best?.mv) await this.#animate(after.position, [best.mv]);
    if (this.signal.aborted || !this.refuted) return;
    this.stage.closed = "Press Try again first";
    this.say(`${learning.refuted({ game, position: from, mv, reply: best?.mv, value: best?.value })} ${rating}`);
    this.again.focus({ preventScroll: true });
  }

  hint() {
    if (this.solved.over || this.refuted) return;
    const solved = this.#ask("hint");
    this.solved = { ...solved, message: "" };
    const squares = (solved.hint ?? "").match(/[a-j](?:10|[1-9])/g) ?? [];
    this.stage.hint = { squares, tile: null };
    this.stage.mark();
    this.say(`Hint: ${solved.hint}. ${solved.message}`);
  }

  showSolution() {
    const before = this.solved;
    this.solved = this.#ask("solution");
    this.stage.show(this.state(before.position), { open: false });
    void this.#animate(before.position, this.solved.moves.slice(before.moves.length)).then(() => this.signal.aborted || this.show());
  }

  next() {
    const { next } = this.list();
    const place = core.games().findIndex(({ id }) => id === this.puzzle.game);
    const id = [next[place + 1], next[0]].find((one) => one && one !== this.puzzle.id);
    go(id ? `puzzles/${id}` : "puzzles");
  }

  /** @param {State} state */
  drawPlayers(state) {
    const cards = state.players.map((_, player) => playerCard({ info: this.info, state, player }));
    if (!this.flip) cards.push(...cards.splice(0, 1));
    fill(this.above, cards.slice(0, -1));
    fill(this.below, cards.slice(-1));
  }
}
