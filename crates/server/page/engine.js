// The engine beside the analysis board: its lines, the evaluation bar, and proven moves in colour.

import { api } from "./api.js";
import { fill, h, reason } from "./dom.js";
import { stepText } from "./choices.js";
import { valueText } from "./actions.js";

/** @typedef {import("./analysis.js").AnalysisPage} AnalysisPage */
/** @typedef {import("./types").AnalysisReport} AnalysisReport */
/** @typedef {import("./types").Value} Value */

/** How many lines to choose from; the last stands for all moves. */
const LINES = [1, 2, 3, 5, 1000];
const THREADS = [1, 2, 4];
/** What moves are worth, the best first. */
const KINDS = ["win", "draw", "loss"];

export class Engine {
  /** @param {AnalysisPage} board */
  constructor(board) {
    this.board = board;
    this.on = false;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {NonNullable<AnalysisReport["moves"]>} */
    this.proven = [];
    this.button = h("button", { type: "button", "aria-pressed": "false", title: "Start or stop the engine (e)", onclick: () => this.toggle() }, "Engine");
    this.count = h("select", { "aria-label": "Number of lines", onchange: () => this.look() },
      ...LINES.map((count) => h("option", { value: String(count), selected: count === 3 },
        count === 1 ? "1 line" : count === LINES.at(-1) ? "All moves" : `${count} lines`)));
    this.threads = h("select", { "aria-label": "Threads", onchange: () => this.look() },
      ...THREADS.map((count) => h("option", { value: String(count) }, count === 1 ? "1 thread" : `${count} threads`)));
    this.depth = h("span", { class: "faint" });
    this.lines = h("ol", { class: "lines" });
    this.element = h("div", { class: "engine" }, h("div", { class: "row-between" }, this.button, this.depth, this.threads, this.count), this.lines);
    this.level = h("div", { class: "bar-level" });
    this.number = h("span", { class: "bar-number" });
    this.bar = h("div", { class: "bar", role: "img", "aria-label": "No evaluation", hidden: true }, this.level, this.number);
  }

  toggle() {
    this.on = !this.on;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.look();
  }

  stop() {
    this.running?.abort();
    this.running = null;
  }

  /** Looks at the position on the board, if the engine is on. */
  look() {
    this.stop();
    this.proven = [];
    this.bar.hidden = !this.on;
    fill(this.lines, []);
    this.depth.textContent = "";
    this.colour();
    const { state, info } = this.board;
    if (!this.on || state.over) return;
    const running = new AbortController();
    this.running = running;
    this.depth.textContent = "thinking…";
    const body = { game: info.id, position: state.position, lines: Number(this.count.value), threads: Number(this.threads.value) };
    api.stream("api/analysis", body, running.signal, (report) => this.#take(report)).then(
      () => this.#ended(running),
      (error) => {
        if (!running.signal.aborted) this.depth.textContent = reason(error);
      },
    );
  }

  /** @param {AbortController} running */
  #ended(running) {
    if (running === this.running) this.depth.textContent += " · done";
  }

  /** @param {AnalysisReport} report */
  #take(report) {
    if (report.error) this.depth.textContent = report.error;
    if (report.moves) {
      this.proven = report.moves;
      this.colour();
    }
    const best = report.lines?.[0];
    if (!best || !report.lines) return;
    this.depth.textContent = [report.depth && `depth ${report.depth}`, report.nodes && short(report.nodes)].filter(Boolean).join(" · ");
    fill(this.lines, report.lines.map((line) => h("li", {},
      h("span", { class: `value ${kindOf(line.value)}`, title: line.value.proven ? "proven" : "estimated" }, valueText(line.value)),
      ...line.moves.slice(0, 10).map((mv, place) => h("button", { type: "button", class: "move",
        onclick: () => void this.board.playAll(line.moves.slice(0, place + 1)) }, mv)))));
    this.#level(best.value);
  }

  /** @param {Value} value */
  #level(value) {
    if (value.chance === null) return;
    const percent = Math.round(value.chance * 100);
    this.level.style.height = `${percent}%`;
    this.number.textContent = String(percent);
    const name = this.board.info.sides[0]?.name ?? "first player";
    this.bar.setAttribute("aria-label", `Winning chance of ${name}: ${percent} %`);
    this.bar.classList.toggle("turned", this.board.flip);
  }

  /** Colours the squares that come next by what is proven of the moves behind them. */
  colour() {
    const { stage } = this.board;
    const so = stage.entry.chosen.map(stepText);
    /** @type {Map<string, { letter: string, kind: string, words: string }>} */
    const values = new Map();
    for (const { steps, value } of this.proven) {
      const next = steps[so.length];
      if (!value.proven || !next || !("square" in next) || so.some((step, place) => step !== stepText(steps[place] ?? next))) continue;
      const kind = kindOf(value);
      const known = values.get(next.square);
      if (known && KINDS.indexOf(known.kind) <= KINDS.indexOf(kind)) continue;
      values.set(next.square, { kind, letter: kind.charAt(0).toUpperCase(), words: valueText(value) });
    }
    stage.values = values.size ? values : undefined;
    stage.mark();
  }
}

/** @param {Value} value @returns {string} what is proven of it, or nothing */
const kindOf = (value) => (value.proven && KINDS.find((word) => value.text.startsWith(word))) || "";

/** @param {number} count */
const short = (count) => (count >= 1e6 ? `${(count / 1e6).toFixed(1)}M` : count >= 1e3 ? `${Math.round(count / 1e3)}k` : String(count));
