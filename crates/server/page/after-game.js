// After a game: the winning chances, what was a mistake, and everything to take along.

import { api } from "./api.js";
import { announce, fill, h, reason } from "./dom.js";
import { copyable } from "./invite.js";
import { Graph } from "./graph.js";
import { pathTo } from "./moves.js";
import { outcome } from "./wording.js";

/** @typedef {import("./game.js").GamePage} GamePage */
/** @typedef {import("./types").Review} Review */

/** How often an unfinished review is asked for again, in milliseconds. */
const PATIENCE = 1000;

export class AfterGame {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    this.element = h("div", { class: "after-game" });
    this.result = h("p", { class: "result" });
    this.analyse = h("a", {}, "Analyse");
    this.graph = new Graph(game.info, (ply) => this.#jump(ply));
    this.notes = h("div", {});
    this.review = h("div", { class: "review", role: "group", "aria-label": "Review", tabIndex: -1 }, this.graph.element, this.notes);
    /** @type {Review | null} */
    this.found = null;
    this.started = false;
  }

  /** @param {import("./types").HistoryNode} place @returns {string | null} the sign of a mistake */
  sign({ id, ply }) {
    const sign = this.found?.moves.find((move) => move.ply === ply)?.sign;
    return sign && this.#course()[ply]?.id === id ? sign : null;
  }

  /** The moves that were played. */
  #course() {
    const { history, current } = this.game.table;
    return pathTo(history, current);
  }

  /** @param {number} place that is looked at */
  show(place) {
    const { table } = this.game;
    if (!table.result) return fill(this.element, []);
    if (!this.element.childElementCount) this.#lay();
    const ply = this.game.place(place)?.ply ?? 0;
    this.#drawReview(ply);
    this.analyse.href = `analysis/${table.game}?of=${table.id}&ply=${ply}`;
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (this.element.querySelectorAll("a[data-picture]"))) {
      link.href = `${table.id}.${link.dataset.picture}?ply=${ply}`;
    }
  }

  #lay() {
    const { game } = this;
    const { table } = game;
    this.result.textContent = outcome(game);
    fill(this.element, [
      h("h2", {}, "After the game"),
      this.result,
      h("div", { class: "buttons" },
        game.isMine() && h("button", { type: "button", class: "primary", onclick: () => void game.command("rematch") }, "Rematch"),
        h("a", { class: "button", href: `new/${table.game}` }, "New game")),
      this.review,
      h("div", { class: "links" },
        this.analyse,
        h("a", { href: `${table.id}.pgn`, download: `${table.id}.pgn` }, "Download the record"),
        h("a", { href: `${table.id}.png`, target: "_blank", "data-picture": "png" }, "Picture"),
        h("a", { href: `${table.id}.svg`, target: "_blank", "data-picture": "svg" }, "SVG")),
      h("details", {}, h("summary", {}, "Share this game"), copyable("Public link", api.address(table.id))),
    ]);
    fill(this.notes, [h("button", { type: "button", onclick: () => void this.#ask() }, "Find the mistakes")]);
  }

  /** Goes to a move that was played. @param {number} ply */
  #jump(ply) {
    const place = this.#course()[ply];
    if (!place) return;
    void this.game.view(place.id);
    this.game.stage.reveal();
  }

  async #ask() {
    if (this.started) return;
    this.started = true;
    const { game } = this;
    announce("Looking at the moves");
    try {
      while (!game.signal.aborted) {
        this.found = await api.review(game.table.id, game.secret, game.signal);
        this.show(game.viewing);
        game.moves.update(game.table.history, game.viewing, game.table.current);
        if (this.found?.done) {
          announce(mistakeCount(this.found));
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, PATIENCE));
      }
    } catch (error) {
      this.started = false;
      if (!game.signal.aborted) fill(this.notes, [h("p", { class: "faint", role: "alert" }, reason(error))]);
    }
  }

  /** @param {number} ply */
  #drawReview(ply) {
    const { found, game } = this;
    if (!found) return;
    const main = this.#course();
    // The end is looked at first: what is proven there serves the beginning.
    const judged = (/** @type {number} */ ply) => found.moves.find((move) => move.ply === ply);
    const chances = main.map(({ ply }) => (ply ? judged(ply)?.value : judged(1)?.before)?.chance ?? null);
    const mistakes = main.flatMap((place) => found.moves.filter(({ ply, verdict }) => verdict && ply === place.ply).map(({ sign, verdict }) => ({ place, sign, verdict })));
    const here = main[ply];
    this.graph.update(chances, ply, ply && here ? `after ${game.moves.number(here)} ${here.mv}` : "at the start");
    fill(this.notes, [
      !found.done && h("p", { class: "faint" }, `Looking at the moves: ${found.moves.length} of ${main.length - 1}…`),
      found.done && !mistakes.length && h("p", {}, `${mistakeCount(found)}.`),
      mistakes.length > 0 && h("ul", { class: "mistakes" }, ...mistakes.map(({ place, sign, verdict }) =>
        h("li", {}, h("button", { type: "button", class: "move", onclick: () => this.#jump(place.ply) }, `${game.moves.number(place)} ${place.mv}${sign}`),
          ` ${verdict}`))),
    ]);
  }
}

/** @param {Review} review @returns {string} */
function mistakeCount({ moves }) {
  const count = moves.filter(({ verdict }) => verdict).length;
  return count ? `${count} mistake${count === 1 ? "" : "s"} found` : "No clear mistakes";
}
