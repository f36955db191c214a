// Putting any position or record on the analysis board.

import * as api from "./api.js";
import { attempt, fill, h, picture, reason, toast } from "./dom.js";
import { chosenOptions, optionFields } from "./options.js";

/** @typedef {import("./analysis.js").AnalysisPage} AnalysisPage */
/** @typedef {import("./types").State} State */

/** How long typing may pause, in milliseconds, before the text is looked at. */
const PAUSE = 250;

export class SetUp {
  /** @param {AnalysisPage} board */
  constructor(board) {
    this.board = board;
    this.position = h("input", {
      type: "text", spellcheck: false, autocomplete: "off", maxLength: 4000, oninput: () => this.#typed(), "aria-describedby": "position-error",
    });
    this.error = h("p", { class: "error", id: "position-error", role: "status" });
    this.preview = h("div", { class: "preview small", "aria-hidden": "true" });
    this.take = h("button", { disabled: true }, "Set up");
    this.record = h("textarea", { rows: 5, spellcheck: false, "aria-label": "Record" });
    const options = optionFields(board.info, () => void this.#start(options));
    this.element = h("details", { class: "set-up" }, h("summary", {}, "Set up a position or paste a record"),
      h("form", { onsubmit: (/** @type {Event} */ event) => this.#setUp(event) },
        h("label", { class: "field" }, "Position", this.position), this.error, this.preview, this.take),
      options.length > 0 && h("div", {}, h("h2", {}, "Start with options"), h("div", { class: "fields" }, ...options.map(({ row }) => row))),
      h("form", { onsubmit: (/** @type {Event} */ event) => this.#read(event) },
        h("label", { class: "field" }, "Record", this.record), h("button", {}, "Read the record")));
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {State} state */
  update(state) {
    if (document.activeElement !== this.position) this.position.value = state.position;
    this.error.textContent = "";
    this.take.disabled = true;
    fill(this.preview, []);
  }

  #typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.#check(), PAUSE);
  }

  /** Shows what the text means, or what is wrong with it. */
  async #check() {
    const text = this.position.value.trim();
    try {
      const state = await api.position({ game: this.board.info.id, position: text }, this.board.look());
      fill(this.preview, [picture(state.svg)]);
      this.error.textContent = state.status;
      this.error.classList.remove("bad");
      this.take.disabled = false;
    } catch (error) {
      this.error.textContent = reason(error);
      this.error.classList.add("bad");
      this.take.disabled = true;
    }
  }

  /** @param {Event} event */
  #setUp(event) {
    event.preventDefault();
    void attempt(() => this.board.restart(this.position.value.trim()));
  }

  /** @param {import("./options.js").OptionField[]} options */
  async #start(options) {
    await attempt(async () => {
      this.board.begin(await api.position({ game: this.board.info.id, options: chosenOptions(options) }, this.board.look()));
      await this.board.view(0);
    });
  }

  /** @param {Event} event */
  #read(event) {
    event.preventDefault();
    void attempt(async () => {
      await this.board.read(this.record.value);
      toast("The record is on the board.");
    });
  }
}
