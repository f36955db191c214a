// The comment and the sign of the current move on the analysis board, and the record with all of them.

import { attempt, h, toast } from "../dom.js";

/** @typedef {import("../analysis.js").AnalysisPage} AnalysisPage */

/** The signs of moves and what they mean. @type {[string, string][]} */
const SIGNS = [["!!", "brilliant move"], ["!", "good move"], ["!?", "interesting move"], ["?!", "inaccuracy"], ["?", "mistake"], ["??", "blunder"]];
/** The longest comment; the core refuses longer ones. */
const MAX_COMMENT = 2000;

export class Notes {
  /** @param {AnalysisPage} page */
  constructor(page) {
    this.page = page;
    this.shown = "";
    this.text = h("textarea", { rows: 2, maxLength: MAX_COMMENT, placeholder: "Comment", "aria-label": "Comment", oninput: () => this.#save() });
    this.signs = SIGNS.map(([sign, meaning]) => h("button", {
      type: "button", class: "sign-button", title: meaning, "aria-label": `${sign} ${meaning}`, "aria-pressed": "false", "data-sign": sign, onclick: () => this.#toggle(sign),
    }, sign));
    this.heading = h("span", { class: "notes-of" });
    this.element = h("div", { class: "notes", role: "group", "aria-label": "Notes" },
      h("div", { class: "notes-top" }, this.heading, h("div", { class: "signs", role: "group", "aria-label": "Sign of the move" }, ...this.signs)), this.text);
    this.export = h("div", { class: "buttons" },
      h("a", { class: "button", download: `${page.info.id}.pgn`, href: "#", onclick: (/** @type {Event} */ event) => this.#fillLink(event) }, "Download record"),
      h("button", { type: "button", onclick: () => void attempt(() => this.#copy()) }, "Copy record"));
  }

  /** Shows the notes of the current move. */
  update() {
    const { tree, moves } = this.page;
    const { id, mv, sign, comment } = tree.here;
    const isStart = tree.here.parent === null;
    this.heading.textContent = isStart ? "Start" : `${moves.number(tree.here)} ${mv}`;
    for (const button of this.signs) {
      button.setAttribute("aria-pressed", String(button.dataset.sign === sign));
      button.disabled = isStart;
    }
    // What is being typed is not replaced by its tidy form.
    const shown = `${tree.key} ${id}`;
    if (shown === this.shown && document.activeElement === this.text) return;
    this.shown = shown;
    this.text.value = comment;
  }

  /** @param {string} sign */
  #toggle(sign) {
    const { here } = this.page.tree;
    this.#annotate(here.comment, here.sign === sign ? "" : sign);
  }

  #save() {
    this.#annotate(this.text.value, this.page.tree.here.sign);
  }

  /** @param {string} comment @param {string} sign */
  #annotate(comment, sign) {
    const { tree } = this.page;
    void attempt(async () => {
      tree.annotate(tree.current, comment, sign);
      this.page.annotated();
    });
  }

  /** @param {Event} event */
  #fillLink({ currentTarget }) {
    /** @type {HTMLAnchorElement} */ (currentTarget).href = `data:application/x-chess-pgn;charset=utf-8,${encodeURIComponent(this.page.tree.record())}`;
  }

  async #copy() {
    await navigator.clipboard.writeText(this.page.tree.record());
    toast("Copied the record.");
  }
}
