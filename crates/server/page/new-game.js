// Setting up a new game.

import { api, hasServer } from "./api.js";
import { core } from "./core.js";
import { newTable } from "./hosts.js";
import { fill, h, picture, reason } from "./dom.js";
import { chosenOptions, optionFields } from "./options.js";
import { go, title } from "./router.js";
import { boardLook, isNewTo, lastSetup, rememberGame, rememberLearned, rememberSetup, settings } from "./settings.js";

/** @typedef {import("./types").GameInfo} GameInfo */

/** @param {string} opponent */
const needsServer = (opponent) => ["remote", "open"].includes(OPPONENTS[opponent]?.others ?? "");

/** The opponents to choose from, with the kinds of the user's seat and of the other seats. */
/** @type {Record<string, { label: string, own: string, others: string }>} */
const OPPONENTS = {
  bot: { label: "Against a bot", own: "person", others: "bot" },
  friend: { label: "With a friend", own: "person", others: "remote" },
  anyone: { label: "With anyone", own: "person", others: "open" },
  screen: { label: "Same device", own: "person", others: "person" },
  bots: { label: "Watch bots", own: "bot", others: "bot" },
};

const CLOCKS = [["", "No clock"], ["3+2", "3 minutes + 2 seconds per move"], ["5+3", "5 minutes + 3 seconds per move"],
  ["10+5", "10 minutes + 5 seconds per move"], ["30+20", "30 minutes + 20 seconds per move"], ["30/turn", "30 seconds per move"],
  ["86400/turn", "1 day per move"], ["own", "Custom…"]];

const DEFAULT_LEVEL = 3;

/**
 * @param {string} label
 * @param {import("./api-types").Level[]} levels the weakest first
 */
function levelField(label, levels) {
  const shown = h("span", { class: "level" });
  const slider = h("input", { type: "range", "aria-label": label, min: "1", max: String(levels.length), value: String(DEFAULT_LEVEL),
    oninput: () => {
      const level = levels[Number(slider.value) - 1];
      shown.textContent = `${slider.value} · ${level?.name}`;
      shown.title = level?.description ?? "";
      slider.setAttribute("aria-valuetext", shown.textContent);
    } });
  return { slider, row: h("label", { class: "field" }, h("span", {}, label, " ", shown), slider) };
}

/** Offers the lesson of a game. @param {GameInfo} info */
function lessonOffer({ id, name }) {
  const dismiss = () => {
    rememberLearned(id);
    line.remove();
  };
  const line = h("p", { class: "banner offer" }, h("span", {}, `New to ${name}? `, h("a", { href: `learn/${id}` }, "Learn it in five minutes")),
    h("button", { type: "button", class: "quiet", "aria-label": "Dismiss the lesson", onclick: dismiss }, "✕"));
  return line;
}

class NewGame {
  /**
   * @param {GameInfo} info
   * @param {URLSearchParams} query
   */
  constructor(info, query) {
    this.info = info;
    this.position = query.get("position") ?? undefined;
    this.last = lastSetup(info.id);
    const opponent = query.get("with") ?? this.last.company ?? "";
    this.opponent = opponent in OPPONENTS && (hasServer || !needsServer(opponent)) ? opponent : "bot";
    this.players = info.players.least;
    this.options = optionFields(info, () => this.preview());
    this.side = h("select", {});
    this.clock = h("select", { onchange: () => (this.ownClock.hidden = this.clock.value !== "own") },
      ...CLOCKS.map(([value, label]) => h("option", { value }, label)));
    this.anyone = h("input", { type: "checkbox" });
    this.anyoneField = h("label", { class: "toggle" }, this.anyone, "Let spectators take the free seat");
    this.listed = h("input", { type: "checkbox" });
    this.listedField = h("label", { class: "toggle" }, this.listed, "List in the lobby, so that everyone can watch");
    this.lobbyNote = h("p", { class: "faint" }, "Your challenge appears in the lobby, with your name and this setup, while its page is open. Everyone can watch the game.");
    this.ownClock = h("input", { type: "text", hidden: true, placeholder: "5+3 or 30/turn", "aria-label": "Custom clock: minutes + seconds, or seconds/turn" });
    this.levels = h("div", { class: "fields" });
    /** @type {HTMLInputElement[]} */
    this.sliders = [];
    this.sideField = h("label", { class: "field" }, "Your side", this.side);
    this.board = h("div", { class: "preview", "aria-hidden": "true" });
    this.error = h("p", { class: "error", role: "alert" });
    this.submit = h("button", { class: "primary big" }, "Start");
    this.element = h("section", { class: "new-game" }, this.board, this.form());
    this.#restore();
    this.arrange();
    this.preview();
  }

  form() {
    const possible = Object.entries(OPPONENTS).filter(([opponent]) => hasServer || !needsServer(opponent));
    const opponents = possible.map(([value, { label }]) => h("label", {},
      h("input", { type: "radio", name: "opponent", value, checked: value === this.opponent,
        onchange: () => { this.opponent = value; this.arrange(); } }), h("span", {}, label)));
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.start().catch((error) => (this.error.textContent = reason(error)));
    };
    const rows = this.options.map(({ row }) => row);
    return h("form", { onsubmit: submit },
      h("h1", {}, this.info.name), h("p", {}, this.info.summary, " ", h("a", { href: `rules/${this.info.id}` }, "Rules"), " ", h("a", { href: `learn/${this.info.id}` }, "Learn")),
      isNewTo(this.info.id) && lessonOffer(this.info),
      h("fieldset", { class: "segments" }, h("legend", {}, "Players"), ...opponents),
      this.levels, h("div", { class: "fields" }, this.sideField,
        h("div", { class: "field" }, h("label", { class: "field" }, "Clock", this.clock), this.ownClock)),
      this.anyoneField, this.listedField, this.lobbyNote,
      this.position !== undefined && h("p", { class: "notice" }, "Starts from the position on the analysis board."),
      rows.length > 0 && this.position === undefined && h("details", {}, h("summary", {}, "Options"), h("div", { class: "fields" }, ...rows)),
      this.error, this.submit);
  }

  /** Fills in the choices of the last time. */
  #restore() {
    for (const [name, field] of Object.entries(this.#fields())) field.value = this.last[name] ?? field.value;
    this.ownClock.hidden = this.clock.value !== "own";
  }

  #remember() {
    const fields = { ...this.#fields(), side: this.side, ...Object.fromEntries(this.sliders.map((slider, place) => [`level ${place}`, slider])) };
    const values = Object.entries(fields).map(([name, field]) => [name, field.value]);
    rememberSetup(this.info.id, { ...this.last, company: this.opponent, ...Object.fromEntries(values) });
  }

  /** @returns {Record<string, HTMLInputElement | HTMLSelectElement>} the fields that do not depend on the opponent */
  #fields() {
    const options = this.options.map(({ name, field }) => [`option ${name}`, field]);
    return { clock: this.clock, "own clock": this.ownClock, ...Object.fromEntries(options) };
  }

  /** Shows the fields that the opponent needs. */
  arrange() {
    const { own, others } = OPPONENTS[this.opponent] ?? { own: "person", others: "bot" };
    const side = this.side.options.length ? this.side.value : (this.last.side ?? "0");
    const sides = this.info.sides.slice(0, this.players).map(({ name }, player) => [String(player), name]);
    fill(this.side, [...sides, ["", "Random"]].map(([value, label]) => h("option", { value, selected: value === side }, label ?? "")));
    this.sideField.hidden = own === others;
    this.anyoneField.hidden = this.listedField.hidden = others !== "remote";
    this.lobbyNote.hidden = others !== "open";
    const old = this.sliders.map((slider) => slider.value);
    const count = others !== "bot" ? 0 : own === "bot" ? this.players : 1;
    const fields = Array.from({ length: count }, (_, place) =>
      levelField(count === 1 ? "Level" : `Level of ${this.info.sides[place]?.name ?? place + 1}`, this.info.levels));
    this.sliders = fields.map(({ slider }) => slider);
    fill(this.levels, fields.map(({ row }) => row));
    this.sliders.forEach((slider, place) => {
      slider.value = old[place] ?? this.last[`level ${place}`] ?? slider.value;
      slider.dispatchEvent(new Event("input"));
    });
    this.submit.textContent = { friend: "Create invite link", anyone: "Post challenge" }[this.opponent] ?? "Start";
  }

  setup() {
    return this.position === undefined
      ? { game: this.info.id, options: chosenOptions(this.options) }
      : { game: this.info.id, position: this.position };
  }

  /** Shows the start position with these options. */
  preview() {
    try {
      const state = core.position(this.setup(), boardLook());
      fill(this.board, [picture(state.svg)]);
      this.error.textContent = "";
      if (state.players.length !== this.players) {
        this.players = state.players.length;
        this.arrange();
      }
    } catch (error) {
      this.error.textContent = reason(error);
    }
  }

  async start() {
    const { own, others } = OPPONENTS[this.opponent] ?? { own: "person", others: "bot" };
    const me = this.side.value === "" ? Math.floor(Math.random() * this.players) : Number(this.side.value);
    const seats = Array.from({ length: this.players }, (_, player) => {
      const kind = player === me ? own : others === "remote" && this.anyone.checked ? "open" : others;
      if (kind === "bot") return { kind, level: Number((this.sliders[player] ?? this.sliders[0])?.value ?? DEFAULT_LEVEL) };
      return kind === "person" && own !== others ? { kind, name: settings.name || undefined } : { kind };
    });
    const clock = this.clock.value === "own" ? this.ownClock.value.trim() : this.clock.value;
    if (this.clock.value === "own" && !clock) throw new Error("Enter a time for the clock, such as 5+3 or 30/turn.");
    const listed = others === "open" || others === "remote" && this.listed.checked;
    const table = await newTable({ ...this.setup(), seats, clock: clock || undefined, listed: listed || undefined });
    const secret = table.seats[me]?.secret ?? null;
    const invites = seats.flatMap((seat, player) => {
      const link = table.seat_urls[player];
      return player !== me && others === "remote" && link ? [{ player, link: api.address(link) }] : [];
    });
    rememberGame({ id: table.id, game: this.info.id, secret: own === "bot" ? null : secret, names: [], time: Date.now(), over: false,
      invites: invites.length ? invites : undefined });
    this.#remember();
    go(table.id);
  }
}

/** @param {import("./types").Page} page */
export async function showNew({ root, signal, parts }) {
  const info = core.gameInfo(parts[0] ?? "");
  title(`New game of ${info.name}`);
  const game = new NewGame(info, new URLSearchParams(location.search));
  fill(root, [game.element]);
  const { statistics } = await import("./learn/statistics.js");
  game.element.append(await statistics(info));
  addEventListener("settings", () => game.preview(), { signal });
}
