// The moves on the analysis board with all variations.

import { Tree as Moves, asking } from "./core.js";
import { pathTo } from "./moves.js";

/** @typedef {import("./types").HistoryNode} HistoryNode */
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
    /** @type {HistoryNode[]} */
    this.nodes = JSON.parse(moves.nodes());
    /** The start position. */
    this.root = this.position(0, { flip: false, theme: "light" }).position;
  }

  /** A tree without moves. @param {string} game @param {string} [position] */
  static from(game, position) {
    return new Tree(asking(() => new Moves(JSON.stringify({ game, position }))));
  }

  /** The game of a record. @param {string} text */
  static fromRecord(text) {
    return new Tree(asking(() => Moves.fromRecord(text)));
  }

  /** Stores the tree until the browser tab is closed. @param {string} position the position that is shown */
  store(position) {
    const { key, game, root, current } = this;
    const moves = this.nodes.slice(1).map(({ parent, mv }) => [parent, mv]);
    const others = storedTrees().filter((tree) => tree.key !== key);
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify([{ key, game, root, current, moves, position }, ...others].slice(0, MAX_STORED)));
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
    const stored = storedTrees().find((tree) => tree.game === game && tree.position === position && Array.isArray(tree.moves));
    if (!stored) return null;
    const tree = Tree.from(game, stored.root);
    for (const [parent, mv] of stored.moves) tree.add(parent, mv);
    return Object.assign(tree, { key: stored.key, current: stored.current });
  }

  /** @returns {HistoryNode} */
  get here() {
    return this.at(this.current);
  }

  /** @param {number} id @returns {HistoryNode} */
  at(id) {
    return /** @type {HistoryNode} */ (this.nodes[id] ?? this.nodes[0]);
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
    this.nodes = JSON.parse(this.moves.nodes());
    return id;
  }

  /** @param {number} id @param {Look} look @returns {State} */
  position(id, look) {
    return JSON.parse(asking(() => this.moves.position(id, JSON.stringify(look))));
  }
}
