// The review of a game: accuracy, a graph of the winning chances, the mistakes with better moves.

import { announce, fill, h, reason } from "../dom.js";
import { Graph } from "../graph.js";
import { review } from "../search.js";
import { storeReview, storedReview } from "./reviews.js";

/** @typedef {import("../types").Review} Review */
/** @typedef {import("../types").ReviewedMove} ReviewedMove */
/** @typedef {import("../types").HistoryNode} HistoryNode */

/**
 * @typedef {object} ReviewHost
 * @property {import("../types").GameInfo} info
 * @property {AbortSignal} signal
 * @property {() => string | null} id the table that the game was played at, if it is known
 * @property {() => { game: string, options: object, position: string | null, moves: string[] }} request the game
 * @property {() => HistoryNode[]} played the start and the moves of the game
 * @property {() => HistoryNode[]} [line] those of the line that the graph shows, if it is another one
 * @property {(node: HistoryNode) => string} number the number of a move
 * @property {(node: HistoryNode) => void} jump
 * @property {(move: ReviewedMove) => void} point shows the position before a move and draws the better one
 * @property {() => void} found the review has changed
 * @property {() => Node | null} [learn] a button or link to learn from the mistakes
 * @property {() => (import("../types").Value | null)[]} [values] of the positions of the line, if they are known better
 */

export class ReviewPanel {
  /** @param {ReviewHost} host */
  constructor(host) {
    this.host = host;
    this.graph = new Graph(host.info, (ply) => this.#jump(ply));
    this.notes = h("div", { class: "review-notes" });
    this.element = h("div", { class: "review", role: "group", "aria-label": "Review", tabIndex: -1 }, this.graph.element, this.notes);
    /** @type {Review | null} */
    this.review = null;
    this.started = false;
    this.failure = "";
    this.load();
  }

  /** Loads the review of the game, if it is stored. */
  load() {
    const id = this.host.id();
    this.review = id ? storedReview(id) : null;
  }

  /** The line of the graph. */
  #line() {
    return this.host.line?.() ?? this.host.played();
  }

  /** @param {number} ply */
  #jump(ply) {
    const node = this.#line()[ply];
    if (node) this.host.jump(node);
  }

  /** @param {number} ply @returns {ReviewedMove | undefined} */
  move(ply) {
    return this.review?.moves.find((move) => move.ply === ply);
  }

  /** @returns {ReviewedMove[]} the mistakes, in the order of the game */
  mistakes() {
    return (this.review?.moves ?? []).filter(({ sign }) => sign).sort((a, b) => a.ply - b.ply);
  }

  /** Reviews the game, unless that is done. */
  async start() {
    if (this.started || this.review?.done) return;
    this.started = true;
    this.failure = "";
    const { host } = this;
    announce("Reviewing the moves");
    try {
      await review(host.request(), host.signal, (found) => {
        this.review = found;
        host.found();
      });
      if (host.signal.aborted || !this.review) return;
      const id = host.id();
      if (id) storeReview(id, this.review);
      announce(mistakeCount(this.mistakes().length));
    } catch (error) {
      this.failure = reason(error);
    }
    this.started = false;
    if (!host.signal.aborted) host.found();
  }

  /** @param {number} ply that is shown */
  show(ply) {
    const { host } = this;
    const line = this.#line();
    const here = line[ply];
    const values = host.values?.() ?? line.map((node) => (node.ply ? this.move(node.ply)?.value : this.move(1)?.before) ?? null);
    this.graph.update(values, ply, ply && here ? `after ${host.number(here)} ${here.mv}` : "at the start", this.mistakes());
    fill(this.notes, this.#notes(host.played()));
  }

  /** @param {HistoryNode[]} line */
  #notes(line) {
    const { review, host } = this;
    if (!review) {
      return [
        this.failure && h("p", { class: "faint", role: "alert" }, this.failure),
        line.length > 1 && h("button", { type: "button", onclick: () => void this.start() }, "Find mistakes"),
      ];
    }
    const listed = line.flatMap((node) => {
      const move = this.move(node.ply);
      return move?.verdict && move.mv === node.mv ? [{ node, move }] : [];
    });
    return [
      !review.done && h("p", { class: "faint" }, `Reviewing the moves: ${review.moves.length} of ${line.length - 1}…`),
      review.done && this.#accuracy(review),
      review.done && !this.mistakes().length && h("p", {}, `${mistakeCount(0)}.`),
      review.done && this.mistakes().length > 0 && host.learn?.(),
      listed.length > 0 && h("ul", { class: "mistakes" }, ...listed.map(({ node, move }) => this.#mistake(node, move))),
    ];
  }

  /** @param {Review} review */
  #accuracy({ accuracy }) {
    const sides = this.host.info.sides;
    return h("dl", { class: "accuracy", title: "100% means that every move was as good as the best one" },
      ...accuracy.flatMap((percent, player) => (percent === null ? [] : [
        h("div", {}, h("dt", {}, h("span", { class: "chip", "data-paint": sides[player]?.paint }), ` ${sides[player]?.name ?? ""}`),
          h("dd", {}, `${Math.round(percent)}%`, h("small", {}, " accuracy")))])));
  }

  /** @param {HistoryNode} node @param {ReviewedMove} move */
  #mistake(node, move) {
    const { host } = this;
    const { sign, verdict, best } = move;
    const [before = "", ...after] = (verdict ?? "").split(best ?? "\n");
    return h("li", { class: sign ? "" : "theory" },
      h("button", { type: "button", class: "move", onclick: () => host.jump(node) }, `${host.number(node)} ${node.mv}`, sign && h("span", { class: "sign" }, sign)),
      ` ${before}`,
      after.length > 0 && h("button", { type: "button", class: "move better", title: `Show ${best} on the board`, onclick: () => host.point(move) }, best),
      after.join(best ?? ""));
  }
}

/** @param {number} count @returns {string} */
const mistakeCount = (count) => (count ? `${count} mistake${count === 1 ? "" : "s"} found` : "No clear mistakes");
