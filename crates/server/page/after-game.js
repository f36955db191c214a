// After a game: the result, the review by the engine, downloads and links.

import { api } from "./api.js";
import { core } from "./core.js";
import { attempt, fill, h } from "./dom.js";
import { copyable } from "./invite.js";
import { pathTo } from "./moves.js";
import { resultText } from "./wording.js";

/** @typedef {import("./game.js").GamePage} GamePage */
/** @typedef {import("./types").ReviewedMove} ReviewedMove */

export class AfterGame {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    this.element = h("div", { class: "after-game" });
    this.result = h("h2", { class: "result" });
    this.analyse = h("a", {}, "Analyse");
    this.place = h("div", {});
    /** @type {import("./study/review.js").ReviewPanel | null} */
    this.panel = null;
    /** @type {import("./study/arrows.js").Arrows | null} */
    this.arrows = null;
    this.loading = false;
  }

  /** @param {import("./types").HistoryNode} node @returns {string | null} the sign of a mistake */
  sign({ id, ply }) {
    const sign = this.panel?.move(ply)?.sign;
    return sign && this.#line()[ply]?.id === id ? sign : null;
  }

  /** The start and the moves that were played. */
  #line() {
    const { history, current } = this.game.table;
    return pathTo(history, current);
  }

  /** @param {number} node that is shown */
  show(node) {
    const { table } = this.game;
    this.arrows?.draw([]);
    if (!table.result) return fill(this.element, []);
    if (!this.element.childElementCount) this.#build();
    const ply = this.game.node(node)?.ply ?? 0;
    this.panel?.show(ply);
    this.analyse.href = `analysis/${table.game}?of=${table.id}&ply=${ply}`;
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (this.element.querySelectorAll("a[data-picture]"))) {
      link.href = this.game.host.isLocal ? this.#localPicture() : `${table.id}.${link.dataset.picture}?${this.#look({ ply })}`;
    }
  }

  #build() {
    const { game } = this;
    const { table, host: { isLocal } } = game;
    this.result.textContent = resultText(game);
    fill(this.element, [
      this.result,
      h("div", { class: "buttons" },
        game.isMine() && h("button", { type: "button", class: "primary", onclick: () => void game.command("rematch") }, "Rematch"),
        h("a", { class: "button", href: `new/${table.game}` }, "New game")),
      this.place,
      h("div", { class: "links" },
        this.analyse,
        h("a", { href: game.host.recordAddress(table.id), download: `${table.id}.pgn` }, "Download record"),
        !isLocal && h("a", { href: `${table.id}.png`, target: "_blank", "data-picture": "png" }, "Picture"),
        h("a", { href: `${table.id}.svg`, target: "_blank", download: isLocal ? `${table.id}.svg` : null, "data-picture": "svg" }, "SVG")),
      !isLocal && h("details", {}, h("summary", {}, "Share this game"), copyable("Public link", api.address(table.id))),
    ]);
    void attempt(() => this.#load());
  }

  /** Loads the review, which only finished games need. */
  async #load() {
    if (this.loading) return;
    this.loading = true;
    const { game } = this;
    const { table } = game;
    const [{ ReviewPanel }, { Arrows }] = await Promise.all([import("./study/review.js"), import("./study/arrows.js")]);
    if (game.signal.aborted) return;
    this.arrows = new Arrows(game.stage.board);
    this.panel = new ReviewPanel({
      info: game.info,
      signal: game.signal,
      id: () => table.id,
      request: () => ({ game: table.game, options: table.options, position: table.setup.position, moves: this.#line().slice(1).map(({ mv }) => mv) }),
      played: () => this.#line(),
      number: (node) => game.moves.number(node),
      jump: ({ ply }) => void this.#jump(ply),
      point: (move) => void this.#point(move),
      found: () => this.#found(),
      learn: () => h("a", { class: "button primary", href: `analysis/${table.game}?of=${table.id}&learn=${this.#learner()}` },
        game.isMine() ? "Learn from your mistakes" : "Learn from the mistakes"),
    });
    fill(this.place, [this.panel.element]);
    this.#found();
  }

  /** The player whose mistakes to learn from, or all. */
  #learner() {
    const [me] = this.game.table.you;
    const hasOwn = this.panel?.mistakes().some(({ player }) => player === me);
    return this.game.table.you.length === 1 && hasOwn ? me : "all";
  }

  #found() {
    const { game } = this;
    this.show(game.viewing);
    game.moves.update(game.table.history, game.viewing, game.table.current);
  }

  /** What a picture of the server shows, in its address: it looks like the board. @param {{ ply: number }} what */
  #look(what) {
    return new URLSearchParams(Object.entries({ ...what, ...this.game.look() }).map(([name, value]) => [name, String(value)]));
  }

  /** The address of a picture of the position that is shown. */
  #localPicture() {
    const { table, state } = this.game;
    const picture = core.picture({ game: table.game, position: state?.position }, this.game.look());
    return `data:image/svg+xml,${encodeURIComponent(picture)}`;
  }

  /** Shows the position after a move. @param {number} ply */
  async #jump(ply) {
    const node = this.#line()[ply];
    if (!node) return;
    this.game.stage.reveal();
    await this.game.view(node.id);
  }

  /** Shows the position before a move, with the better one. @param {ReviewedMove} move */
  async #point({ ply, best_shape: shape }) {
    await this.#jump(ply - 1);
    if (shape && this.game.node(this.game.viewing)?.ply === ply - 1) this.arrows?.draw([shape]);
  }
}
