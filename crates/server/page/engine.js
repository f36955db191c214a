// The engine of the analysis board: its lines, the evaluation bar, the values of all moves where they are known, arrows
// for the best moves and values on their squares.

import { fill, h, reason, sentence } from "./dom.js";
import { stepText } from "./choices.js";
import { analyse } from "./search.js";
import { Preview } from "./study/preview.js";

/** @typedef {import("./analysis.js").AnalysisPage} AnalysisPage */
/** @typedef {import("./search.js").AnalysisReport} AnalysisReport */
/** @typedef {import("./types").Line} Line */
/** @typedef {import("./types").Value} Value */

/** The numbers of lines to choose from; the largest means all moves. */
const ALL = 1000;
const LINES = [1, 2, 3, 5, ALL];
/** The most moves of a line that are shown. */
const MOVES = 16;
/** The most lines that are drawn on the board. */
const ARROWS = 3;
/** The kinds of values, the best first. A move that is not proven may be better than a draw. */
const KINDS = ["win", "estimate", "unknown", "draw", "loss"];
/** The groups of the explorer. @type {[string, string][]} */
const GROUPS = [["win", "Win"], ["draw", "Draw"], ["loss", "Loss"], ["unknown", "Not proven"]];

export class Engine {
  /** @param {AnalysisPage} board */
  constructor(board) {
    this.board = board;
    this.on = false;
    /** @type {AbortController | null} */
    this.running = null;
    this.failed = false;
    /** @type {Line[]} */
    this.found = [];
    /** @type {{ item: HTMLElement, value: HTMLElement, moves: HTMLElement[] }[]} */
    this.rows = [];
    /** @type {NonNullable<AnalysisReport["moves"]>} */
    this.proven = [];
    /** @type {NonNullable<AnalysisReport["explorer"]> | null} */
    this.explored = null;
    /** The position that was searched last. */
    this.position = "";
    this.button = h("button", { type: "button", "aria-pressed": "false", title: "Start or stop the engine (e)", onclick: () => this.toggle() }, "Engine");
    this.count = h("select", { "aria-label": "Number of lines", onchange: () => this.search() },
      ...LINES.map((count) => h("option", { value: String(count), selected: count === 3 },
        count === 1 ? "1 line" : count === ALL ? "All moves" : `${count} lines`)));
    this.depth = h("p", { class: "depth" });
    this.lines = h("ol", { class: "lines", tabIndex: -1, "aria-label": "Lines" });
    this.explorer = h("div", { class: "explorer", role: "group", "aria-label": "Values of all moves", hidden: true });
    this.preview = new Preview(board);
    this.preview.watch(this.lines, (button) => this.#lineTo(button));
    this.preview.watch(this.explorer, (button) => [button.dataset.move ?? ""]);
    this.element = h("div", { class: "engine" }, h("div", { class: "row-between" }, this.button, this.count), this.depth, this.lines, this.explorer);
    const [first, second] = board.info.sides;
    this.level = h("div", { class: "bar-level", "data-paint": first?.paint });
    this.number = h("span", { class: "bar-number" });
    this.bar = h("div", { class: "bar", "data-paint": second?.paint, role: "img", "aria-label": "No evaluation", hidden: true }, this.level, this.number);
  }

  toggle() {
    this.on = !this.on;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.search();
  }

  stop() {
    this.running?.abort();
    this.running = null;
  }

  /** Explores the position on the board, and searches it if the engine is on. */
  search() {
    this.stop();
    this.preview.end();
    this.failed = false;
    this.bar.hidden = !this.on;
    this.#show([]);
    const { on, board: { state, info } } = this;
    if (this.position !== state.position) this.#forget(state.position);
    this.depth.textContent = "";
    this.colour();
    if (state.over || this.board.learn?.active) return;
    const running = new AbortController();
    this.running = running;
    const lines = on ? Number(this.count.value) : 0;
    this.lines.style.setProperty("--lines", String(Math.min(5, lines)));
    if (on) this.depth.textContent = "searching…";
    const limits = on ? {} : { seconds: 1 };
    const body = { game: info.id, position: state.position, explore: true, lines, ...limits };
    void this.#stream(running, body);
  }

  /** Forgets what is proven, for a new position. The old values keep their place until the new ones are there. @param {string} position */
  #forget(position) {
    this.position = position;
    this.proven = [];
    this.explored = null;
    if (this.explorer.contains(document.activeElement)) this.lines.focus({ preventScroll: true });
    this.explorer.classList.add("stale");
    if (this.board.state.over) this.explorer.hidden = true;
  }

  /**
   * Shows the lines. Once the best one is proven, searches the other moves too, to mark them.
   * @param {AbortController} running
   * @param {{ game: string, position: string, lines: number, explore: boolean }} body
   */
  async #stream(running, body) {
    try {
      await analyse(body, running.signal, (report) => this.#report(report));
      if (!body.lines || this.failed) return;
      this.depth.textContent += " · done";
      if (!this.proven.length || body.lines >= ALL) return;
      await analyse({ ...body, explore: false, lines: ALL, seconds: 5 }, running.signal, ({ moves }) => moves && this.#mark(moves));
    } catch (error) {
      if (running.signal.aborted) return;
      this.explorer.hidden = !this.explored;
      if (body.lines) this.depth.textContent = reason(error);
    }
  }

  /** Shows the values of all moves, which all reports on a position share. @param {AnalysisReport["explorer"]} explored */
  #explore(explored) {
    this.explorer.hidden = !(explored ?? this.explored);
    if (!explored || this.explored) return;
    this.explored = explored;
    this.explorer.classList.remove("stale");
    fill(this.explorer, [
      ...GROUPS.flatMap(([kind, name]) => {
        const moves = explored.moves.filter(({ value }) => kindOf(value) === kind);
        const buttons = moves.filter(({ text }) => text).map(({ mv, text, practical }) => h("button", {
          type: "button", class: "move", title: `Play ${mv}`, "data-move": mv, onclick: () => void this.board.play(mv),
        }, text, practical && h("small", { class: "practical", title: "The winning chance in a short search that does not know the result" }, ` ${practical}`)));
        return moves.length ? [h("div", { role: "group", "aria-label": name }, h("span", { class: `value ${kind}` }, name), ...buttons)] : [];
      }),
      h("p", { class: "depth" }, sentence(explored.source),
        explored.moves.some(({ practical }) => practical) && " Small numbers: chances in practice, for the player to move."),
    ]);
    this.#mark(explored.moves.flatMap(({ value, ...move }) => (value ? [{ ...move, value }] : [])));
  }

  /** Marks proven moves; they stay proven. @param {NonNullable<AnalysisReport["moves"]>} moves */
  #mark(moves) {
    const proven = moves.filter(({ value }) => value.proven);
    this.proven = [...proven, ...this.proven.filter((old) => !proven.some(({ mv }) => mv === old.mv))];
    this.colour();
  }

  /** @param {AnalysisReport} report */
  #report(report) {
    if (report.error) {
      this.failed = true;
      this.depth.textContent = report.error;
    }
    this.#explore(report.explorer);
    if (report.moves) this.#mark(report.moves);
    const best = report.lines?.[0];
    if (!best || !report.lines) return;
    if (report.evaluation) this.board.evaluated(report.evaluation, !!report.done);
    this.depth.textContent = [report.depth && `depth ${report.depth}`, report.nodes && short(report.nodes), (report.threads ?? 1) > 1 && `${report.threads} threads`].filter(Boolean).join(" · ");
    this.#show(report.lines);
    this.#level(best.value);
  }

  /**
   * Shows lines. The elements are reused, so that a focused move keeps the focus.
   * @param {Line[]} lines
   */
  #show(lines) {
    const focused = this.lines.contains(document.activeElement) ? document.activeElement : null;
    this.found = lines;
    while (this.rows.length < lines.length) this.rows.push(this.#row(this.rows.length));
    this.rows.forEach(({ item, value, moves }, row) => {
      const line = lines[row];
      item.hidden = !line;
      if (!line) return;
      value.className = `value ${line.value.kind}`;
      value.title = line.value.proven ? line.value.text : `${line.value.text} (estimated)`;
      fill(value, [h("span", { "aria-hidden": "true" }, line.value.short), h("span", { class: "unseen" }, `${value.title}:`)]);
      moves.forEach((button, index) => {
        const mv = line.moves[index] ?? "";
        const mirrors = index ? 0 : line.mirrors.length;
        button.textContent = mirrors ? `${mv}×${mirrors + 1}` : mv;
        button.title = mirrors ? line.text : "";
        button.hidden = !mv;
      });
    });
    this.colour();
    if (focused?.closest("[hidden]")) this.lines.focus({ preventScroll: true });
  }

  /** An element for a line. @param {number} row */
  #row(row) {
    const value = h("span", {});
    const moves = Array.from({ length: MOVES }, (_, index) => h("button", { type: "button", class: "move", tabIndex: index ? -1 : 0,
      "data-row": row, "data-index": index, onclick: () => this.#play(row, index) }));
    const item = h("li", {}, value, h("span", { class: "line-moves" }, ...moves));
    this.lines.append(item);
    return { item, value, moves };
  }

  /** The moves of a line up to a button. @param {HTMLElement} button @returns {string[]} */
  #lineTo(button) {
    const { row, index } = button.dataset;
    return this.found[Number(row)]?.moves.slice(0, Number(index) + 1) ?? [];
  }

  /** Plays the moves of a line. @param {number} row @param {number} index of the last one */
  #play(row, index) {
    const moves = this.found[row]?.moves.slice(0, index + 1) ?? [];
    this.preview.end();
    void this.board.playAll(moves);
  }

  /** @param {Value} value */
  #level(value) {
    if (value.chance === null) return;
    const percent = Math.round(value.chance * 100);
    this.level.style.height = `${percent}%`;
    this.number.textContent = String(percent);
    this.bar.setAttribute("aria-label", `Evaluation: ${value.text}`);
    this.bar.classList.toggle("turned", this.board.flip);
  }

  /** Marks the squares that can be chosen next with the values of their moves, and draws the best lines. */
  colour() {
    if (this.preview.active) return;
    const { stage, arrows, pointed } = this.board;
    const values = this.#squareValues();
    // Slower wins and faster losses are paler than the best of their kind, if their distances are known.
    for (const value of values.values()) {
      value.pale = [...values.values()].some((other) => other.kind === value.kind && other.worth > value.worth && Number.isFinite(value.worth));
    }
    stage.values = values.size ? values : undefined;
    stage.mark();
    const chosen = stage.entry.chosenSquares();
    const shapes = pointed ? [pointed] : this.found.slice(0, ARROWS).map(({ shape }) => shape);
    arrows.draw(shapes.filter(({ squares }) => chosen.every((square, step) => squares[step] === square)));
  }

  /** The best value that starts with each square that can be chosen next. */
  #squareValues() {
    const { entry } = this.board.stage;
    const chosen = entry.chosen.map(stepText);
    /** @type {Map<string, { letter: string, kind: string, text: string, worth: number, pale?: boolean }>} */
    const values = new Map();
    const add = (/** @type {string} */ square, /** @type {string} */ kind, /** @type {Value | null} */ value) => {
      const known = values.get(square);
      if (known && (KINDS.indexOf(known.kind) < KINDS.indexOf(kind) || known.kind === kind && known.worth >= worth(value))) return;
      values.set(square, { kind, worth: worth(value), letter: value?.letter ?? "?", text: value?.text ?? "not proven" });
    };
    const proven = new Set(this.proven.map(({ mv }) => mv));
    const others = this.explored?.moves.filter(({ mv }) => !proven.has(mv)) ?? [];
    for (const { steps, value } of [...this.proven, ...others]) {
      const next = steps[chosen.length];
      if (!next || !("square" in next) || chosen.some((step, index) => step !== stepText(steps[index] ?? next))) continue;
      add(next.square, kindOf(value), value);
    }
    const squares = entry.chosenSquares();
    for (const { shape, value } of this.found.filter(({ value }) => !value.proven)) {
      const next = shape.squares[squares.length];
      if (next && squares.every((square, step) => shape.squares[step] === square)) add(next, "estimate", value);
    }
    return values;
  }
}

/** @param {Value | null} value @returns {string} the kind of a proven value, or "unknown" */
const kindOf = (value) => (value?.proven ? value.kind : "unknown");

/** @param {Value | null} value @returns {number} higher for faster wins and slower losses, lowest if the distance is unknown */
const worth = (value) => (value && !value.proven ? parseInt(value.letter) : typeof value?.plies !== "number" ? -Infinity : value.kind === "loss" ? value.plies : -value.plies);

/** @param {number} count */
const short = (count) => (count >= 1e6 ? `${(count / 1e6).toFixed(1)}M` : count >= 1e3 ? `${Math.round(count / 1e3)}k` : String(count));
