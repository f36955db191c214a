// Learning from mistakes: each is shown on the board, the player tries a better move, and the engine judges and answers.

import { announce, attempt, fill, h, hide } from "../dom.js";
import { core } from "../core.js";
import { retry } from "../search.js";

/** @typedef {import("../analysis.js").AnalysisPage} AnalysisPage */
/** @typedef {import("../types").ReviewedMove} ReviewedMove */

export class Learn {
  /** @param {AnalysisPage} page */
  constructor(page) {
    this.page = page;
    /** @type {ReviewedMove[]} */
    this.mistakes = [];
    this.place = 0;
    this.solved = 0;
    this.active = false;
    /** Whether the solution of the current mistake has been found or shown. */
    this.isDone = false;
    /** @type {AbortController} the judgement that is awaited */
    this.judging = new AbortController();
    this.task = h("p", { class: "learn-task" });
    this.verdict = h("p", { class: "learn-verdict", role: "status" });
    this.buttons = h("div", { class: "buttons" });
    this.element = h("section", { class: "learn", "aria-label": "Learn from mistakes", tabIndex: -1, hidden: true },
      h("h2", {}, "Learn from mistakes"), this.task, this.verdict, this.buttons);
    page.signal.addEventListener("abort", () => this.judging.abort());
  }

  /** Starts with the first mistake. @param {ReviewedMove[]} mistakes */
  start(mistakes) {
    Object.assign(this, { mistakes, place: 0, solved: 0, active: mistakes.length > 0 });
    this.page.engine.stop();
    this.page.element.classList.toggle("learning", this.active);
    this.element.hidden = !this.active;
    if (!this.active) return;
    this.#ask();
    this.element.focus({ preventScroll: true });
    this.page.stage.reveal();
  }

  /** Returns to the analysis. */
  stop() {
    this.active = false;
    this.judging.abort();
    this.page.element.classList.remove("learning");
    hide(this.element, true);
    void this.page.view(this.page.tree.current);
  }

  /** @returns {ReviewedMove} */
  get mistake() {
    return /** @type {ReviewedMove} */ (this.mistakes[this.place]);
  }

  /** The node before the mistake. */
  #before() {
    const line = this.page.tree.mainLine();
    return line[this.mistake.ply - 1] ?? this.page.tree.at(0);
  }

  /** The position after moves from the one before the mistake. @param {string[]} moves */
  #position(...moves) {
    const { page } = this;
    const { position } = page.tree.position(this.#before().id, page.look());
    return core.position({ game: page.info.id, position, moves: moves.join(" ") }, page.look());
  }

  /** Shows the position before the mistake and lets the player move. */
  #ask() {
    const { page, mistake } = this;
    this.judging.abort();
    this.isDone = false;
    const node = page.tree.mainLine()[mistake.ply];
    const side = page.info.sides[mistake.player]?.name ?? "";
    this.task.textContent = `${this.place + 1} of ${this.mistakes.length}: ${node ? page.moves.number(node) : ""} ${mistake.mv}${mistake.sign}. Find a better move for ${side}.`;
    this.#say("", "");
    this.#show(this.#position(), true);
    announce(this.task.textContent);
    this.#offer(["Show solution", () => this.#solution()], ["Skip", () => this.#next()]);
  }

  /** Shows the position again after the view has changed. */
  redraw() {
    if (this.place < this.mistakes.length) this.#ask();
  }

  /** @param {import("../types").State} state @param {boolean} open */
  #show(state, open) {
    const { page } = this;
    page.state = state;
    page.arrows.draw([]);
    page.stage.show(state, { open, closed: this.isDone ? "Go on to the next mistake" : "The engine has answered; try again", moving: true });
    page.drawPlayers(state);
  }

  /** A move was entered. @param {string} mv */
  async tried(mv) {
    const { mistake, page } = this;
    this.judging.abort();
    const judging = new AbortController();
    this.judging = judging;
    this.#show(this.#position(mv), false);
    this.#say("", "Judging…");
    this.#offer(["Show solution", () => this.#solution()]);
    await attempt(async () => {
      const { position } = this.#position();
      const found = await retry({ game: page.info.id, position, mv, best: mistake.best ?? "", best_evaluation: mistake.best_evaluation ?? "" }, judging.signal);
      if (!found || judging.signal.aborted) return;
      if (found.right) return this.#right(found.text);
      this.#show(this.#position(...[mv, found.reply ?? ""].filter(Boolean)), false);
      this.#say("wrong", `${found.text}${found.reply ? ` The engine answers ${found.reply}.` : ""}`);
      this.#offer(["Try again", () => this.#ask()], ["Show solution", () => this.#solution()], ["Skip", () => this.#next()]);
    });
  }

  /** @param {string} text */
  #right(text) {
    this.solved++;
    this.isDone = true;
    this.#say("right", text);
    this.#offerNext();
  }

  /** Draws the best move in the position before the mistake. */
  #solution() {
    const { mistake, page } = this;
    this.judging.abort();
    this.isDone = true;
    this.#show(this.#position(), false);
    if (mistake.best_shape) page.arrows.draw([mistake.best_shape]);
    this.#say("", `The best move is ${mistake.best}: ${mistake.before?.text}.`);
    this.#offerNext();
  }

  #offerNext() {
    const isLast = this.place + 1 === this.mistakes.length;
    this.#offer([isLast ? "Finish" : "Next", () => this.#next()]);
  }

  #next() {
    this.judging.abort();
    this.place++;
    if (this.place < this.mistakes.length) return this.#ask();
    this.task.textContent = `Done. You found ${this.solved} of ${this.mistakes.length} better move${this.mistakes.length === 1 ? "" : "s"}.`;
    this.#say("", "");
    announce(this.task.textContent);
    this.#offer(["Back to analysis", () => this.stop()], ["Start again", () => this.start(this.mistakes)]);
  }

  /** @param {string} kind @param {string} text */
  #say(kind, text) {
    this.verdict.className = `learn-verdict ${kind}`;
    this.verdict.textContent = text;
  }

  /** @param {...[string, () => void]} choices the first is the main one */
  #offer(...choices) {
    const isOver = this.place >= this.mistakes.length;
    fill(this.buttons, [
      ...choices.map(([text, act], place) => h("button", { type: "button", class: place ? "" : "primary", onclick: act }, text)),
      !isOver && h("button", { type: "button", class: "quiet", onclick: () => this.stop() }, "Stop"),
    ]);
  }
}
