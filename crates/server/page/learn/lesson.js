// A lesson: the player does something on the board, and the lesson says what it was. The core judges.

import { core } from "../core.js";
import { announce, assetText, attempt, fill, h } from "../dom.js";
import { newTable } from "../hosts.js";
import { learning, loadLearning } from "../learning.js";
import { go, title } from "../router.js";
import { boardLook, rememberGame, rememberLearned, settings } from "../settings.js";
import { Stage } from "../stage.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").State} State */
/** @typedef {{ title: string, text: string, position: string | null, marks: string[], wants_square: boolean }} Step */
/** @typedef {{ right: boolean, says: string | null, answer: string | null, squares: string[] }} Verdict */

/** The bot of the first game. */
const FIRST_LEVEL = 1;

/** @param {import("../types").Page} page */
export async function showLesson({ root, signal, parts }) {
  const info = core.gameInfo(parts[0] ?? core.games()[0]?.id ?? "");
  title(`Learn ${info.name}`);
  const [text] = await Promise.all([assetText(`lessons/${info.id}.txt`), loadLearning()]);
  if (signal.aborted) return;
  const page = new LessonPage(info, text);
  fill(root, [page.element]);
  page.show(0);
  addEventListener("settings", () => page.draw(), { signal });
}

class LessonPage {
  /** @param {GameInfo} info @param {string} text */
  constructor(info, text) {
    this.info = info;
    this.text = text;
    /** @type {{ steps: Step[], end: string }} */
    this.lesson = learning.lesson({ game: info.id, text });
    this.number = 0;
    /** The position of the step, and the one on the board. */
    this.start = "";
    this.position = "";
    this.stage = new Stage(info.id, {
      look: () => boardLook(),
      complete: (mv) => void this.tryMove(mv),
      refused: (tried) => this.judge({ refused: tried }).says,
    });
    this.progress = h("p", { class: "faint" });
    this.heading = h("h2", {});
    this.task = h("p", { class: "task" });
    this.reply = h("div", { class: "reply", hidden: true });
    this.next = h("button", { type: "button", class: "primary big", hidden: true }, "Continue");
    this.again = h("button", { type: "button", hidden: true, onclick: () => this.retry() }, "Try again");
    this.help = h("button", { type: "button", onclick: () => this.hint() }, "Show me");
    this.back = h("button", { type: "button", class: "quiet", onclick: () => this.goBack() }, "Previous step");
    this.element = h("section", { class: "play lesson" },
      h("div", { class: "middle" }, this.stage.element),
      h("aside", { class: "beside", "aria-label": "Lesson", tabIndex: -1 },
        h("h1", { class: "game-name" }, `Learn ${info.name}`), this.progress, this.heading, this.task, this.reply,
        h("div", { class: "buttons" }, this.next, this.again, this.help, this.back)));
  }

  get step() {
    return this.lesson.steps[this.number];
  }

  /** @param {object | string} tried @returns {Verdict} */
  judge(tried) {
    return learning.lesson({ game: this.info.id, text: this.text, step: this.number, position: this.start, attempt: tried });
  }

  /** @param {string} position @param {string} [moves] @returns {State} */
  state(position, moves) {
    return core.position({ game: this.info.id, position, moves }, boardLook());
  }

  /** Shows a step. @param {number} number */
  show(number) {
    this.number = number;
    const { step, lesson } = this;
    this.start = step?.position ?? this.position;
    this.position = this.start;
    this.progress.textContent = step ? `Step ${number + 1} of ${lesson.steps.length}` : "The end";
    this.heading.textContent = step?.title ?? "You are ready";
    this.task.textContent = step?.text ?? lesson.end;
    this.setReply("", "");
    this.setButtons(step ? "open" : "end");
    this.draw();
    announce(this.task.textContent ?? "");
  }

  /** Draws the board of the step, ready for an answer. */
  draw() {
    const { step, stage } = this;
    const isOpen = !!step && this.position === this.start && this.next.hidden;
    stage.show(this.state(this.position), { open: isOpen && !step.wants_square, status: "" });
    if (isOpen && step.marks.length) this.mark(step.marks);
    if (isOpen && step.wants_square) {
      stage.status.textContent = "Choose a square";
      stage.editor = { square: (square) => this.trySquare(square), back: () => {} };
    }
  }

  /** @param {string[]} squares */
  mark(squares) {
    this.stage.hint = { squares, tile: null };
    this.stage.mark();
  }

  /** @param {"" | "right" | "wrong"} kind @param {string} says */
  setReply(kind, says) {
    this.reply.hidden = !kind;
    this.reply.className = `reply ${kind}`;
    fill(this.reply, [h("strong", {}, kind === "right" ? "Right!" : "Not yet."), ` ${says}`]);
    if (kind) announce(`${kind === "right" ? "Right." : "Not yet."} ${says}`);
  }

  /** @param {"open" | "wrong" | "right" | "end"} kind */
  setButtons(kind) {
    this.next.hidden = kind === "open" || kind === "wrong";
    this.next.textContent = kind === "end" ? "Play against level 1" : "Continue";
    this.next.onclick = () => void (kind === "end" ? attempt(() => this.play()) : this.show(this.number + 1));
    this.again.hidden = kind !== "wrong";
    this.help.hidden = kind !== "open";
    this.back.hidden = this.number === 0;
    if (kind === "right" || kind === "end") this.next.focus({ preventScroll: true });
    if (kind === "end") rememberLearned(this.info.id);
  }

  /** @param {string} square */
  trySquare(square) {
    const { right, says } = this.judge({ square });
    this.setReply(right ? "right" : "wrong", says ?? "");
    if (!right) return;
    this.setButtons("right");
    this.draw();
    this.mark([square]);
  }

  /** @param {string} mv */
  async tryMove(mv) {
    const { stage } = this;
    const { right, says, answer } = this.judge({ move: mv });
    const after = this.state(this.start, mv);
    this.position = after.position;
    this.setReply(right ? "right" : "wrong", says ?? "");
    stage.show(after, { open: false, moving: true });
    if (!right) {
      // A click on the board takes the move back, too.
      stage.editor = { square: () => this.retry(), back: () => this.retry() };
      return this.setButtons("wrong");
    }
    if (answer) {
      const answered = this.state(after.position, answer);
      this.position = answered.position;
      const { frames, counter_path: path } = core.frames(this.info.id, after.position, answer, boardLook());
      if (!(await stage.animate(frames.slice(0, -1), after))) return;
      stage.show(answered, { open: false, moving: true, path });
    }
    this.setButtons("right");
  }

  /** Takes a wrong move back. */
  retry() {
    this.position = this.start;
    this.setReply("", "");
    this.setButtons("open");
    this.draw();
    this.stage.board.focus();
  }

  hint() {
    this.draw();
    this.mark(this.judge("hint").squares);
  }

  /** Goes to the last step that has a board of its own. */
  goBack() {
    const before = this.lesson.steps.slice(0, this.number).findLastIndex((step) => step.position);
    this.show(Math.max(0, before));
  }

  /** Starts the first game. */
  async play() {
    const { info } = this;
    const bots = Array.from({ length: info.players.least - 1 }, () => ({ kind: "bot", level: FIRST_LEVEL }));
    const table = await newTable({ game: info.id, seats: [{ kind: "person", name: settings.name || undefined }, ...bots] });
    rememberGame({ id: table.id, game: info.id, secret: table.seats[0]?.secret ?? null, names: [], time: Date.now(), over: false });
    go(table.id);
  }
}
