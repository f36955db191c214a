// After a game: the result, the review by the engine, downloads and links.

import { api } from "./api.js";
import { core } from "./core.js";
import { announce, fill, h, reason } from "./dom.js";
import { copyable } from "./invite.js";
import { Graph } from "./graph.js";
import { pathTo } from "./moves.js";
import { review } from "./search.js";
import { resultText } from "./wording.js";

/** @typedef {import("./game.js").GamePage} GamePage */
/** @typedef {import("./types").Review} Review */

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

  /** @param {import("./types").HistoryNode} node @returns {string | null} the sign of a mistake */
  sign({ id, ply }) {
    const sign = this.found?.moves.find((move) => move.ply === ply)?.sign;
    return sign && this.#mainLine()[ply]?.id === id ? sign : null;
  }

  /** The moves that were played. */
  #mainLine() {
    const { history, current } = this.game.table;
    return pathTo(history, current);
  }

  /** @param {number} node that is shown */
  show(node) {
    const { table } = this.game;
    if (!table.result) return fill(this.element, []);
    if (!this.element.childElementCount) this.#build();
    const ply = this.game.node(node)?.ply ?? 0;
    this.#drawReview(ply);
    this.analyse.href = `analysis/${table.game}?of=${table.id}&ply=${ply}`;
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (this.element.querySelectorAll("a[data-picture]"))) {
      link.href = this.game.host.isLocal ? this.#localPicture() : `${table.id}.${link.dataset.picture}?ply=${ply}`;
    }
  }

  #build() {
    const { game } = this;
    const { table, host: { isLocal } } = game;
    this.result.textContent = resultText(game);
    fill(this.element, [
      h("h2", {}, "After the game"),
      this.result,
      h("div", { class: "buttons" },
        game.isMine() && h("button", { type: "button", class: "primary", onclick: () => void game.command("rematch") }, "Rematch"),
        h("a", { class: "button", href: `new/${table.game}` }, "New game")),
      this.review,
      h("div", { class: "links" },
        this.analyse,
        h("a", { href: game.host.recordAddress(table.id), download: `${table.id}.pgn` }, "Download record"),
        !isLocal && h("a", { href: `${table.id}.png`, target: "_blank", "data-picture": "png" }, "Picture"),
        h("a", { href: `${table.id}.svg`, target: "_blank", download: isLocal ? `${table.id}.svg` : null, "data-picture": "svg" }, "SVG")),
      !isLocal && h("details", {}, h("summary", {}, "Share this game"), copyable("Public link", api.address(table.id))),
    ]);
    fill(this.notes, [h("button", { type: "button", onclick: () => void this.#review() }, "Find mistakes")]);
  }

  /** The address of a picture of the position that is shown. */
  #localPicture() {
    const { table, state, flip } = this.game;
    const picture = core.picture({ game: table.game, position: state?.position, theme: "light", flip });
    return `data:image/svg+xml,${encodeURIComponent(picture)}`;
  }

  /** Shows the position after a move. @param {number} ply */
  #jump(ply) {
    const node = this.#mainLine()[ply];
    if (!node) return;
    void this.game.view(node.id);
    this.game.stage.reveal();
  }

  async #review() {
    if (this.started) return;
    this.started = true;
    const { game } = this;
    announce("Reviewing the moves");
    try {
      const { game: id, options, setup } = game.table;
      const moves = this.#mainLine().slice(1).map(({ mv }) => mv);
      await review({ game: id, options, position: setup.position, moves }, game.signal, (found) => {
        this.found = found;
        this.show(game.viewing);
        game.moves.update(game.table.history, game.viewing, game.table.current);
      });
      if (this.found) announce(mistakeCount(this.found));
    } catch (error) {
      this.started = false;
      if (!game.signal.aborted) fill(this.notes, [h("p", { class: "faint", role: "alert" }, reason(error))]);
    }
  }

  /** @param {number} ply */
  #drawReview(ply) {
    const { found, game } = this;
    if (!found) return;
    const main = this.#mainLine();
    const reviewed = (/** @type {number} */ ply) => found.moves.find((move) => move.ply === ply);
    const values = main.map(({ ply }) => (ply ? reviewed(ply)?.value : reviewed(1)?.before) ?? null);
    const mistakes = main.flatMap((node) => found.moves.filter(({ ply, verdict }) => verdict && ply === node.ply).map(({ sign, verdict }) => ({ node, sign, verdict })));
    const here = main[ply];
    this.graph.update(values, ply, ply && here ? `after ${game.moves.number(here)} ${here.mv}` : "at the start");
    fill(this.notes, [
      !found.done && h("p", { class: "faint" }, `Reviewing the moves: ${found.moves.length} of ${main.length - 1}…`),
      found.done && !mistakes.length && h("p", {}, `${mistakeCount(found)}.`),
      mistakes.length > 0 && h("ul", { class: "mistakes" }, ...mistakes.map(({ node, sign, verdict }) =>
        h("li", {}, h("button", { type: "button", class: "move", onclick: () => this.#jump(node.ply) }, `${game.moves.number(node)} ${node.mv}${sign}`),
          ` ${verdict}`))),
    ]);
  }
}

/** @param {Review} review @returns {string} */
function mistakeCount({ moves }) {
  const count = moves.filter(({ verdict }) => verdict).length;
  return count ? `${count} mistake${count === 1 ? "" : "s"} found` : "No clear mistakes";
}
