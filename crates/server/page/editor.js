// The position editor of the analysis board. The server lists the pieces to place, and says what is wrong with the
// position so far.

import { core } from "./core.js";
import { announce, attempt, fill, h, hide, reason, sentence } from "./dom.js";
import { chosenOptions, optionFields } from "./options.js";
import { chip } from "./player-card.js";

/** @typedef {import("./types").Draft} Draft */
/** @typedef {import("./types").Setting} Setting */

/** How long typing must pause, in milliseconds, before the text is sent. */
const TYPING_PAUSE = 250;

/** The brush that removes pieces. */
const REMOVE = "";

export class Editor {
  /** @param {import("./analysis.js").AnalysisPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Draft | null} the position while it is being edited */
    this.draft = null;
    /** @type {string[]} the drafts before it */
    this.past = [];
    /** @type {string | null} null until the first draft arrives */
    this.brush = null;
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.brushes = h("div", { class: "brushes" });
    this.settings = h("div", { class: "fields" });
    this.text = h("input", { type: "text", spellcheck: false, autocomplete: "off", maxLength: 4000, oninput: () => this.#typed(), "aria-describedby": "problem" });
    this.problem = h("p", { class: "problem", id: "problem", role: "status" });
    this.done = h("button", { class: "primary" }, "Analyse");
    this.options = optionFields(page.info, () => this.#start());
    const button = (/** @type {string} */ label, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act }, label);
    /** The brushes, right below the board. */
    this.tools = h("div", { class: "tools", hidden: true },
      h("fieldset", {}, h("legend", {}, "Choose a piece, then click squares"), this.brushes),
      h("div", { class: "buttons" }, button("Undo", () => this.#undo()), button("Clear board", () => this.#change("clear")), button("Start position", () => this.#start())));
    this.element = h("form", { class: "editor", hidden: true, onsubmit: (/** @type {Event} */ event) => this.#finish(event) },
      h("h2", {}, "Set up a position"),
      this.settings,
      h("label", { class: "field" }, "Position as text", this.text),
      this.problem,
      h("div", { class: "buttons" }, this.done, button("Cancel", () => this.close())),
      this.options.length > 0 && h("details", {}, h("summary", {}, "Options"), h("div", { class: "fields" }, ...this.options.map(({ row }) => row))));
  }

  /** Starts with the position on the board. */
  open() {
    this.past = [];
    this.page.engine.stop();
    this.#ask({ position: this.page.state.position }, "open");
  }

  close() {
    this.draft = null;
    this.#hide(true);
    void this.page.view(this.page.tree.current);
  }

  /** Shows the draft again after the view has changed. */
  redraw() {
    if (this.draft) this.#ask({ position: this.draft.position });
  }

  /** Takes back the first of two squares, or the last change. */
  back() {
    if (this.draft?.chosen.length) this.redraw();
    else this.#undo();
  }

  /** @param {boolean} hidden */
  #hide(hidden) {
    hide(this.element, hidden);
    hide(this.tools, hidden);
    this.page.element.classList.toggle("editing", !hidden);
  }

  /** Scrolls to the board: on a phone, the button that opens the editor is far below it. */
  #enter() {
    this.#hide(false);
    this.#draw();
    this.page.stage.element.scrollIntoView({ block: "nearest" });
    this.brushes.querySelector("input")?.focus({ preventScroll: true });
  }

  /** @param {unknown} change */
  #change(change) {
    this.#ask({ change });
  }

  #start() {
    this.#ask({ options: chosenOptions(this.options), position: undefined });
  }

  #undo() {
    const position = this.past.pop();
    if (position) this.#ask({ position }, "undo");
  }

  #typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#read(), TYPING_PAUSE);
  }

  #read() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.#ask({ position: this.text.value.trim() }, "typed");
  }

  /** A square was chosen on the board. @param {string} square */
  square(square) {
    this.text.blur();
    const { brush } = this;
    if (brush === REMOVE) return this.#change({ take: square });
    this.#ask(() => ({ change: { put: { brush, squares: [...(this.draft?.chosen ?? []), square] } } }));
  }

  /**
   * Requests the next draft. Requests wait for each other, so that quick clicks stay in order.
   * @param {object | (() => object)} what
   * @param {"open" | "undo" | "typed" | ""} [how]
   */
  #ask(what, how = "") {
    const { page } = this;
    this.queue = this.queue.then(async () => {
      const before = this.draft;
      if (!before && how !== "open") return;
      try {
        const draft = core.draft({ game: page.info.id, position: before?.position, ...(typeof what === "function" ? what() : what) }, page.look());
        // The editor may have been closed in the meantime.
        if (page.signal.aborted || before && !this.draft) return;
        if (before && how !== "undo" && before.position !== draft.position) this.past.push(before.position);
        this.draft = draft;
        if (how === "open") this.#enter();
        else this.#draw(how);
        if (how === "undo") announce("Undone");
      } catch (error) {
        this.#dropChosen();
        this.#draw(how);
        if (how === "typed") this.#showProblem(reason(error), true);
        else page.stage.refuse(reason(error));
      }
    });
  }

  /** Forgets the first of two squares. */
  #dropChosen() {
    if (this.draft) this.draft = { ...this.draft, chosen: [], prompt: "" };
  }

  /** @param {string} [how] what led to this draft */
  #draw(how) {
    const { draft, page } = this;
    if (!draft) return;
    if (this.brush !== REMOVE && !draft.brushes.some(({ name }) => name === this.brush)) this.brush = draft.brushes[0]?.name ?? REMOVE;
    page.stage.edit(draft, this);
    // Unchanged fields stay, so that they keep the focus.
    const brushes = draft.brushes.map(({ name }) => name).join();
    if (this.brushes.dataset.names !== brushes) {
      this.brushes.dataset.names = brushes;
      fill(this.brushes, [...draft.brushes, { name: REMOVE, owner: null, squares: 1 }].map((brush) => this.#radio(brush)));
    }
    const settings = draft.settings.map(({ name, most }) => name + most).join();
    if (this.settings.dataset.names !== settings) {
      this.settings.dataset.names = settings;
      fill(this.settings, draft.settings.map((setting) => this.#field(setting)));
    }
    this.settings.querySelectorAll("select, input").forEach((field, place) => {
      /** @type {HTMLInputElement} */ (field).value = String(draft.settings[place]?.value);
    });
    if (how !== "typed") this.text.value = draft.position;
    for (const { name, field } of this.options) field.value = String(draft.options[name]);
    this.#showProblem(sentence(draft.problem ?? draft.status ?? ""), !!draft.problem);
  }

  /** @param {string} text @param {boolean} bad */
  #showProblem(text, bad) {
    this.problem.textContent = text;
    this.problem.classList.toggle("bad", bad);
    this.done.disabled = bad;
  }

  /** @param {Draft["brushes"][0]} brush */
  #radio({ name, owner, squares }) {
    return h("label", { class: "brush" },
      h("input", { type: "radio", name: "brush", checked: name === this.brush, onchange: () => { this.brush = name; this.#dropChosen(); this.#draw(); } }),
      owner !== null && chip(this.page.info, owner), name || "Remove", squares > 1 && " (both ends)");
  }

  /** @param {Setting} setting */
  #field({ name, most, words }) {
    const set = () => (field.value ? this.#change({ set: { setting: name, value: Number(field.value) } }) : this.#draw());
    const field = words.length
      ? h("select", { onchange: set }, ...words.map((word, index) => h("option", { value: String(index) }, word)))
      : h("input", { type: "number", min: "0", max: String(most), onchange: set });
    return h("label", { class: "field" }, name, field);
  }

  /** @param {Event} event */
  #finish(event) {
    event.preventDefault();
    if (this.timer) this.#read();
    this.queue = this.queue.then(async () => {
      if (!this.draft || this.done.disabled) return;
      const { position } = this.draft;
      if (!(await attempt(() => this.page.restart(position)))) return;
      this.draft = null;
      this.#hide(true);
    });
  }
}
