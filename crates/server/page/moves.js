// The list of moves: numbered, in columns, variations between the lines; and the buttons that step through it.

import { fill, h } from "./dom.js";
import { iconButton } from "./icons.js";

/** @typedef {import("./types").HistoryNode} HistoryNode */

/**
 * @typedef {object} MoveListHost
 * @property {(id: number) => void} jump
 * @property {(place: HistoryNode) => string | null} [note] a sign behind a move
 */

export class MoveList {
  /**
   * @param {number} players
   * @param {MoveListHost} host
   */
  constructor(players, host) {
    this.players = players;
    this.host = host;
    this.element = h("div", { class: "moves", role: "group", "aria-label": "Moves" });
    this.element.style.setProperty("--columns", String(players));
    /** @type {Map<number, HistoryNode>} */
    this.places = new Map();
    /** @type {Set<number> | null} the places of the game itself, where it is known */
    this.line = null;
    this.shown = "";
  }

  /**
   * @param {HistoryNode[]} places
   * @param {number} current the place that is shown
   * @param {number} [live] the place where the game stands; what was taken back behind it is pale
   */
  update(places, current, live) {
    this.places = new Map(places.map((place) => [place.id, place]));
    this.line = live === undefined ? null : new Set(pathTo(places, live).map(({ id }) => id));
    const root = places.find((place) => place.parent === null);
    const signature = `${live} ${places.map((place) => `${place.id}:${place.mv}:${place.children}:${this.host.note?.(place) ?? ""}`)}`;
    if (signature !== this.shown) {
      this.shown = signature;
      fill(this.element, root && root.children.length ? this.#rows(root) : [h("p", { class: "faint" }, "No moves yet.")]);
    }
    this.element.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.element.querySelector(`[data-place="${current}"]`);
    button?.setAttribute("aria-current", "true");
    if (button instanceof HTMLElement) this.#reveal(button);
    else if (root?.id === current) this.element.scrollTop = 0;
  }

  /** Scrolls the list, never the page. @param {HTMLElement} button */
  #reveal(button) {
    const [inner, outer] = [button.getBoundingClientRect(), this.element.getBoundingClientRect()];
    if (inner.top < outer.top) this.element.scrollTop -= outer.top - inner.top + 8;
    if (inner.bottom > outer.bottom) this.element.scrollTop += inner.bottom - outer.bottom + 8;
  }

  /** What follows a place, the game's own move first. @param {HistoryNode} place */
  #after(place) {
    const next = place.children.flatMap((id) => this.places.get(id) ?? []);
    const own = next.findIndex(({ id }) => this.line?.has(id));
    if (own > 0) next.unshift(...next.splice(own, 1));
    return next;
  }

  /** The number before a move: those of one round share it. @param {HistoryNode} place @returns {string} */
  number(place) {
    let number = 1;
    for (let [here, before] = [place, this.places.get(place.parent ?? -1)]; before?.mv; [here, before] = [before, this.places.get(before.parent ?? -1)]) {
      if (here.player <= before.player) number++;
    }
    return `${number}${place.player ? "…" : "."}`;
  }

  /** @param {HistoryNode} place */
  #button(place) {
    const sign = this.host.note?.(place);
    const off = this.line && !this.line.has(place.id) ? " off" : "";
    return h("button", { type: "button", class: `move${off}`, "data-place": place.id, onclick: () => this.host.jump(place.id) },
      place.mv, off && h("span", { class: "unseen" }, ", taken back"), sign && h("span", { class: "sign" }, sign));
  }

  /** The main line from a place on, in rows. @param {HistoryNode} root */
  #rows(root) {
    const out = [];
    let column = this.players;
    /** @type {HTMLElement | null} */
    let row = null;
    for (let before = root; ;) {
      const [place, ...others] = this.#after(before);
      if (!place) break;
      if (!row || place.player <= column) {
        row = h("div", { class: "move-row" }, h("span", { class: "number" }, this.number(place).replace("…", ".")));
        out.push(row);
        column = -1;
      }
      for (column++; column < place.player; column++) row.append(h("span", { class: "blank" }, "…"));
      row.append(this.#button(place));
      if (others.length) {
        out.push(...others.map((other) => h("div", { class: "variation" }, ...this.#inline(other))));
        row = null;
      }
      before = place;
    }
    return out;
  }

  /** A variation as running text. @param {HistoryNode} first @returns {(Node | string)[]} */
  #inline(first) {
    /** @type {(Node | string)[]} */
    const out = [];
    for (let place = /** @type {HistoryNode | undefined} */ (first); place;) {
      if (place === first || place.player === 0) out.push(h("span", { class: "number" }, this.number(place)));
      out.push(this.#button(place));
      const next = /** @type {HistoryNode[]} */ (this.#after(place));
      for (const other of next.slice(1)) out.push("(", ...this.#inline(other), ")");
      place = next[0];
    }
    return out;
  }
}

/**
 * @param {HistoryNode[]} places
 * @param {number} id
 * @returns {HistoryNode[]} the places from the start to this one
 */
export function pathTo(places, id) {
  const by = new Map(places.map((place) => [place.id, place]));
  const path = [];
  for (let place = by.get(id); place; place = by.get(place.parent ?? -1)) path.unshift(place);
  return path;
}

/**
 * @param {HistoryNode[]} places
 * @param {number} current
 * @returns {{ first: number, back: number | null, forward: number | null, last: number }} where the arrows lead
 */
export function neighbours(places, current) {
  const by = new Map(places.map((place) => [place.id, place]));
  const here = by.get(current);
  let last = here;
  while (last?.children.length) last = by.get(last.children[0] ?? -1);
  return {
    first: places[0]?.id ?? 0,
    back: here?.parent ?? null,
    forward: here?.children[0] ?? null,
    last: last?.id ?? current,
  };
}

/**
 * The buttons that step through a game.
 * @param {(where: "first" | "back" | "forward" | "last") => void} step
 * @param {() => void} flip
 */
export function stepButtons(step, flip) {
  return h("div", { class: "stepping", role: "group", "aria-label": "Step through the moves" },
    iconButton("first", "To the start", () => step("first"), { key: "↑" }),
    iconButton("back", "One move back", () => step("back"), { key: "←" }),
    iconButton("forward", "One move on", () => step("forward"), { key: "→" }),
    iconButton("last", "To the end", () => step("last"), { key: "↓" }),
    iconButton("flip", "Turn the board", flip, { key: "f" }));
}
