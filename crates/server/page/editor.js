// The position editor: pieces are put on the analysis board and taken off. The server says what there is to put, and
// what is wrong with the position so far.

import { api } from "./api.js";
import { announce, attempt, fill, h, hide, reason, sentence } from "./dom.js";
import { chosenOptions, optionFields } from "./options.js";
import { chip } from "./player-card.js";

/** @typedef {import("./types").Draft} Draft */
/** @typedef {import("./types").Setting} Setting */

/** How long typing may pause, in milliseconds, before the text is looked at. */
const PAUSE = 250;

/** The brush that takes things off the board. */
const TAKE = "";

export class Editor {
  /** @param {import("./analysis.js").AnalysisPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Draft | null} what is on the board while it is edited */
    this.draft = null;
    /** @type {string[]} the drafts before it */
    this.past = [];
    /** @type {string | null} nothing until there is something to choose from */
    this.brush = null;
    /** @type {string[]} the squares chosen for a brush that takes several */
    this.chosen = [];
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.brushes = h("div", { class: "brushes" });
    this.settings = h("div", { class: "fields" });
    this.text = h("input", { type: "text", spellcheck: false, autocomplete: "off", maxLength: 4000, oninput: () => this.#typed(), "aria-describedby": "problem" });
    this.problem = h("p", { class: "problem", id: "problem", role: "status" });
    this.done = h("button", { class: "primary" }, "Analyse this");
    this.options = optionFields(page.info, () => this.#start());
    const button = (/** @type {string} */ words, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act }, words);
    /** What is chosen from, right below the board. */
    this.tools = h("div", { class: "tools", hidden: true },
      h("fieldset", {}, h("legend", {}, "Choose, then click squares"), this.brushes),
      h("div", { class: "buttons" }, button("Undo", () => this.#undo()), button("Empty board", () => this.#change("clear")), button("Start position", () => this.#start())));
    this.element = h("form", { class: "editor", hidden: true, onsubmit: (/** @type {Event} */ event) => this.#finish(event) },
      h("h2", {}, "Set up a position"),
      this.settings,
      h("label", { class: "field" }, "The position as text", this.text),
      this.problem,
      h("div", { class: "buttons" }, this.done, button("Cancel", () => this.close())),
      this.options.length > 0 && h("details", {}, h("summary", {}, "Options"), h("div", { class: "fields" }, ...this.options.map(({ row }) => row))));
  }

  /** Begins with the position on the board. */
  open() {
    this.past = [];
    this.chosen = [];
    this.page.engine.stop();
    this.#ask({ position: this.page.state.position }, "open");
  }

  close() {
    this.draft = null;
    this.#hide(true);
    void this.page.view(this.page.tree.current);
  }

  /** Shows the draft again, from another side or in other colours. */
  redraw() {
    if (this.draft) this.#ask({ position: this.draft.position });
  }

  /** Takes back the first of two squares, or the last change. */
  back() {
    if (!this.chosen.length) return this.#undo();
    this.chosen = [];
    this.#draw();
  }

  /** @param {boolean} hidden */
  #hide(hidden) {
    hide(this.element, hidden);
    hide(this.tools, hidden);
    this.page.element.classList.toggle("editing", !hidden);
  }

  /** Begins on the board: on a phone the button that leads here is far below it. */
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
    this.timer = setTimeout(() => this.#read(), PAUSE);
  }

  #read() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.#ask({ position: this.text.value.trim() }, "typed");
  }

  /** A square was chosen on the board. @param {string} square */
  square(square) {
    this.text.blur();
    if (this.brush === TAKE) return this.#change({ take: square });
    const takes = this.draft?.brushes.find(({ name }) => name === this.brush)?.squares ?? 1;
    this.chosen.push(square);
    if (this.chosen.length < takes) {
      this.#draw();
      announce(`${square} chosen, now the other end`);
      return;
    }
    this.#change({ put: { brush: this.brush, squares: this.chosen } });
    this.chosen = [];
  }

  /**
   * Asks for the next draft, one after another: quick clicks must not overtake each other.
   * @param {object} what
   * @param {"open" | "undo" | "typed" | ""} [how]
   */
  #ask(what, how = "") {
    const { page } = this;
    this.queue = this.queue.then(async () => {
      const before = this.draft;
      if (!before && how !== "open") return;
      try {
        const draft = await api.draft({ game: page.info.id, position: before?.position, ...what }, page.look());
        // Somebody may have left the editor while we waited.
        if (page.signal.aborted || this.draft !== before) return;
        if (before && how !== "undo" && before.position !== draft.position) this.past.push(before.position);
        this.draft = draft;
        if (how === "open") this.#enter();
        else this.#draw(how);
        if (how === "undo") announce("Undone");
      } catch (error) {
        this.#draw(how);
        if (how === "typed") this.#say(reason(error), true);
        else page.stage.refuse(reason(error));
      }
    });
  }

  /** @param {string} [how] what led to this draft */
  #draw(how) {
    const { draft, page } = this;
    if (!draft) return;
    if (this.brush !== TAKE && !draft.brushes.some(({ name }) => name === this.brush)) this.brush = draft.brushes[0]?.name ?? TAKE;
    page.stage.edit(draft, this.chosen, this);
    // What is there stays, so that it keeps the focus.
    const brushes = draft.brushes.map(({ name }) => name).join();
    if (this.brushes.dataset.names !== brushes) {
      this.brushes.dataset.names = brushes;
      fill(this.brushes, [...draft.brushes, { name: TAKE, owner: null, squares: 1 }].map((brush) => this.#radio(brush)));
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
    this.#say(sentence(draft.problem ?? draft.status ?? ""), !!draft.problem);
  }

  /** @param {string} words @param {boolean} bad */
  #say(words, bad) {
    this.problem.textContent = words;
    this.problem.classList.toggle("bad", bad);
    this.done.disabled = bad;
  }

  /** @param {Draft["brushes"][0]} brush */
  #radio({ name, owner, squares }) {
    return h("label", { class: "brush" },
      h("input", { type: "radio", name: "brush", checked: name === this.brush, onchange: () => { this.brush = name; this.chosen = []; this.#draw(); } }),
      owner !== null && chip(this.page.info, owner), name || "take off", squares > 1 && " (both ends)");
  }

  /** @param {Setting} setting */
  #field({ name, most, words }) {
    const set = () => (field.value ? this.#change({ set: { setting: name, value: Number(field.value) } }) : this.#draw());
    const field = words.length
      ? h("select", { onchange: set }, ...words.map((word, place) => h("option", { value: String(place) }, word)))
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
