// The list of moves in numbered rows with a column for each player, variations between the rows; and the buttons that
// step through it.

import { fill, h } from "./dom.js";
import { iconButton } from "./icons.js";
import { openRules } from "./rules.js";

/** @typedef {import("./types").HistoryNode} HistoryNode */

/**
 * @typedef {object} MoveListHost
 * @property {(id: number) => void} jump
 * @property {(node: HistoryNode) => string | null} [annotation] a sign after a move, such as `?`
 * @property {(node: HistoryNode) => string} [comment] a text after a move
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
    this.nodes = new Map();
    /** @type {Set<number> | null} the nodes of the game itself, if there is one */
    this.mainLine = null;
    this.shown = "";
  }

  /**
   * @param {HistoryNode[]} nodes
   * @param {number} current the node that is shown
   * @param {number} [live] the current node of the game; moves after it were taken back
   */
  update(nodes, current, live) {
    this.nodes = new Map(nodes.map((node) => [node.id, node]));
    this.mainLine = live === undefined ? null : new Set(pathTo(nodes, live).map(({ id }) => id));
    const root = nodes.find((node) => node.parent === null);
    const signature = `${live} ${nodes.map((node) => `${node.id}:${node.mv}:${node.children}:${this.host.annotation?.(node) ?? ""}:${this.host.comment?.(node) ?? ""}`)}`;
    if (signature !== this.shown) {
      this.shown = signature;
      const opening = root && this.host.comment?.(root);
      fill(this.element, [opening && h("p", { class: "comment" }, opening),
        ...(root && root.children.length ? this.#rows(root) : [h("p", { class: "faint" }, "No moves yet.")])]);
    }
    this.element.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.element.querySelector(`[data-node="${current}"]`);
    button?.setAttribute("aria-current", "true");
    if (button instanceof HTMLElement) this.#reveal(button);
    else if (root?.id === current) this.element.scrollTop = 0;
  }

  /** Scrolls the list, but not the page. @param {HTMLElement} button */
  #reveal(button) {
    const [inner, outer] = [button.getBoundingClientRect(), this.element.getBoundingClientRect()];
    if (inner.top < outer.top) this.element.scrollTop -= outer.top - inner.top + 8;
    if (inner.bottom > outer.bottom) this.element.scrollTop += inner.bottom - outer.bottom + 8;
  }

  /** The nodes after a node, that of the game first. @param {HistoryNode} node */
  #after(node) {
    const next = node.children.flatMap((id) => this.nodes.get(id) ?? []);
    const played = next.findIndex(({ id }) => this.mainLine?.has(id));
    if (played > 0) next.unshift(...next.splice(played, 1));
    return next;
  }

  /** The number of a move: "3." for the first player, "3…" for the others. @param {HistoryNode} node @returns {string} */
  number(node) {
    return `${node.number}${node.player ? "…" : "."}`;
  }

  /** @param {HistoryNode} node */
  #button(node) {
    const sign = this.host.annotation?.(node);
    const isTakenBack = this.mainLine && !this.mainLine.has(node.id);
    return h("button", { type: "button", class: isTakenBack ? "move off" : "move", "data-node": node.id, onclick: () => this.host.jump(node.id) },
      node.mv, isTakenBack && h("span", { class: "unseen" }, ", taken back"), sign && h("span", { class: "sign" }, sign));
  }

  /** The main line after a node in rows. @param {HistoryNode} root */
  #rows(root) {
    const out = [];
    let number = 0;
    /** @type {HTMLElement | null} */
    let row = null;
    let column = 0;
    for (let before = root; ;) {
      const [node, ...others] = this.#after(before);
      if (!node) break;
      if (!row || node.number !== number) {
        number = node.number;
        row = h("div", { class: "move-row" }, h("span", { class: "number" }, `${number}.`));
        out.push(row);
        column = 0;
      }
      for (; column < node.player; column++) row.append(h("span", { class: "blank" }, "…"));
      row.append(this.#button(node));
      column++;
      const comment = this.host.comment?.(node);
      if (comment) out.push(h("p", { class: "comment" }, comment));
      if (comment || others.length) {
        out.push(...others.map((other) => h("div", { class: "variation" }, ...this.#inline(other))));
        row = null;
      }
      before = node;
    }
    return out;
  }

  /** A variation as running text. @param {HistoryNode} first @returns {(Node | string)[]} */
  #inline(first) {
    /** @type {(Node | string)[]} */
    const out = [];
    let number = 0;
    for (let node = /** @type {HistoryNode | undefined} */ (first); node;) {
      if (node.number !== number) out.push(h("span", { class: "number" }, this.number(node)));
      number = node.number;
      out.push(this.#button(node));
      const comment = this.host.comment?.(node);
      if (comment) out.push(h("span", { class: "comment" }, ` ${comment} `));
      const next = /** @type {HistoryNode[]} */ (this.#after(node));
      for (const other of next.slice(1)) out.push("(", ...this.#inline(other), ")");
      node = next[0];
    }
    return out;
  }
}

/**
 * @template {HistoryNode} T
 * @param {T[]} nodes
 * @param {number} id
 * @returns {T[]} the nodes from the start to this one
 */
export function pathTo(nodes, id) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const path = [];
  for (let node = byId.get(id); node; node = byId.get(node.parent ?? -1)) path.unshift(node);
  return path;
}

/**
 * @param {HistoryNode[]} nodes
 * @param {number} current
 * @returns {{ first: number, back: number | null, forward: number | null, last: number }} where the arrow keys lead
 */
export function neighbours(nodes, current) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const here = byId.get(current);
  let last = here;
  while (last?.children.length) last = byId.get(last.children[0] ?? -1);
  return {
    first: nodes[0]?.id ?? 0,
    back: here?.parent ?? null,
    forward: here?.children[0] ?? null,
    last: last?.id ?? current,
  };
}

/**
 * The buttons that step through a game.
 * @param {(where: "first" | "back" | "forward" | "last") => void} step
 * @param {() => void} flip
 * @param {string} game whose rules to show
 */
export function stepButtons(step, flip, game) {
  return h("div", { class: "stepping", role: "group", "aria-label": "Step through the moves" },
    iconButton("first", "First move", () => step("first"), { key: "↑" }),
    iconButton("back", "Previous move", () => step("back"), { key: "←" }),
    iconButton("forward", "Next move", () => step("forward"), { key: "→" }),
    iconButton("last", "Last move", () => step("last"), { key: "↓" }),
    iconButton("flip", "Flip board", flip, { key: "f" }),
    iconButton("rules", "Rules", () => void openRules(game)));
}

/** @param {HistoryNode[]} a @param {HistoryNode[]} b @returns {boolean} whether one history continues the other */
export const isContinued = (a, b) => a.every((node, at) => {
  const other = b[at];
  return !other || other.id === node.id && other.parent === node.parent && other.mv === node.mv;
});
