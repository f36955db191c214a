// The moves on the analysis board with all variations and annotations.

import { Tree as Moves, asking } from "./core.js";
import { pathTo } from "./moves.js";

/** @typedef {import("./types").TreeNode} TreeNode */
/** @typedef {import("./types").Look} Look */
/** @typedef {import("./types").State} State */

const STORAGE_KEY = "strata.analysis";
/** How many trees are stored, for the back button of the browser. */
const MAX_STORED = 8;

/** @returns {any[]} the stored trees, the latest first */
function storedTrees() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

export class Tree {
  /** @param {Moves} moves */
  constructor(moves) {
    this.moves = moves;
    this.game = moves.game();
    /** Identifies the tree in the storage. */
    this.key = `${Date.now()} ${Math.random()}`;
    this.current = 0;
    /** The table that the game was played at, if it is known. @type {string | null} */
    this.of = null;
    /** @type {TreeNode[]} */
    this.nodes = JSON.parse(moves.nodes());
    /** The start position. */
    this.root = this.position(0, { flip: false, theme: "light" }).position;
  }

  /** A tree without moves. @param {string} game @param {string} [position] */
  static from(game, position) {
    return new Tree(asking(() => new Moves(game, position)));
  }

  /** The game of a record. @param {string} text */
  static fromRecord(text) {
    return new Tree(asking(() => Moves.fromRecord(text)));
  }

  /** Stores the tree until the browser tab is closed. @param {string} position the position that is shown */
  store(position) {
    const { key, game, current, of } = this;
    const line = pathTo(this.nodes, current).slice(1).map(({ mv }) => mv);
    const others = storedTrees().filter((tree) => tree.key !== key);
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify([{ key, game, line, of, position, record: this.record() }, ...others].slice(0, MAX_STORED)));
    } catch {
      // Without storage, the tree is lost when the page is closed.
    }
  }

  /**
   * The stored tree in which this position was shown last.
   * @param {string} game
   * @param {string} position
   * @returns {Tree | null}
   */
  static stored(game, position) {
    const stored = storedTrees().find((tree) => tree.game === game && tree.position === position && Array.isArray(tree.line));
    if (!stored) return null;
    try {
      const tree = Tree.fromRecord(stored.record);
      const next = (/** @type {number} */ id, /** @type {string} */ mv) => tree.at(id).children.find((child) => tree.at(child).mv === mv) ?? id;
      return Object.assign(tree, { key: stored.key, of: stored.of ?? null, current: stored.line.reduce(next, 0) });
    } catch {
      // Another version of the page may have stored it.
      return null;
    }
  }

  /** The game as a record with all variations and annotations. @returns {string} */
  record() {
    return this.moves.record();
  }

  /** Replaces the comment and the sign of a move; empty texts remove them. @param {number} id @param {string} comment @param {string} sign */
  annotate(id, comment, sign) {
    asking(() => this.moves.annotate(id, comment, sign));
    this.refresh();
  }

  /** Notes the value of a position for the player to move, as records write it. @param {number} id @param {string} value */
  evaluate(id, value) {
    asking(() => this.moves.evaluate(id, value));
  }

  /** Reads the nodes again, after positions have been evaluated. */
  refresh() {
    this.nodes = JSON.parse(this.moves.nodes());
  }

  /** Notes what a review has found about the moves of the main line. @param {import("./types").ReviewedMove[]} reviewed */
  review(reviewed) {
    const line = this.mainLine();
    for (const { ply, mv, evaluation, sign } of reviewed) {
      const node = line[ply];
      if (evaluation && node?.mv === mv) asking(() => this.moves.review(node.id, evaluation, sign ?? ""));
    }
    this.refresh();
  }

  /** @returns {TreeNode[]} the start and the moves of the main line */
  mainLine() {
    return this.#lineFrom(this.at(0));
  }

  /** @returns {TreeNode[]} the moves that lead to the current position, and those that follow */
  currentLine() {
    return [...pathTo(this.nodes, this.current).slice(0, -1), ...this.#lineFrom(this.here)];
  }

  /** @param {TreeNode} node @returns {TreeNode[]} */
  #lineFrom(node) {
    const line = [node];
    for (let next = node.children[0]; next !== undefined; next = this.at(next).children[0]) line.push(this.at(next));
    return line;
  }

  /** @returns {TreeNode} */
  get here() {
    return this.at(this.current);
  }

  /** @param {number} id @returns {TreeNode} */
  at(id) {
    return /** @type {TreeNode} */ (this.nodes[id] ?? this.nodes[0]);
  }

  /** @param {number} id @returns {string} the moves that lead to a node */
  line(id) {
    return pathTo(this.nodes, id).slice(1).map(({ mv }) => mv).join(" ");
  }

  /**
   * Adds a move after a node, unless it is there already.
   * @param {number} parent
   * @param {string} mv
   * @returns {number} the id of the node after the move
   */
  add(parent, mv) {
    const id = asking(() => this.moves.play(parent, mv));
    this.refresh();
    return id;
  }

  /** @param {number} id @param {Look} look @returns {State} */
  position(id, look) {
    return JSON.parse(asking(() => this.moves.position(id, JSON.stringify(look))));
  }
}
