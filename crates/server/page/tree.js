// The moves on the analysis board with all variations.

import { pathTo } from "./moves.js";

/** @typedef {import("./types").HistoryNode} HistoryNode */

/** @typedef {{ mv: string, player: number, variations?: RecordedMove[][] }} RecordedMove */

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
  /**
   * @param {string} game
   * @param {{ position: string, turn: number | null }} start
   */
  constructor(game, { position, turn }) {
    this.game = game;
    this.root = position;
    /** Identifies the tree in the storage. */
    this.key = `${Date.now()} ${Math.random()}`;
    /** @type {HistoryNode[]} */
    this.nodes = [{ id: 0, ply: 0, player: turn ?? 0, mv: "", parent: null, children: [] }];
    this.current = 0;
  }

  /** Stores the tree until the browser tab is closed. @param {string} position the position that is shown */
  store(position) {
    const others = storedTrees().filter(({ key }) => key !== this.key);
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify([{ ...this, position }, ...others].slice(0, MAX_STORED)));
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
    const stored = storedTrees().find((tree) => tree.game === game && tree.position === position && Array.isArray(tree.nodes));
    return stored ? Object.assign(new Tree(game, { position: stored.root, turn: null }), stored) : null;
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
   * @param {number} player
   * @returns {number} the id of the node after the move
   */
  add(parent, mv, player) {
    const before = this.at(parent);
    const known = before.children.find((id) => this.at(id).mv === mv);
    if (known !== undefined) return known;
    const id = this.nodes.length;
    this.nodes.push({ id, ply: before.ply + 1, player, mv, parent, children: [] });
    before.children.push(id);
    return id;
  }

  /**
   * Adds the moves of a record.
   * @param {number} parent
   * @param {RecordedMove[]} moves
   */
  addRecord(parent, moves) {
    let before = parent;
    for (const { mv, player, variations } of moves) {
      const id = this.add(before, mv, player);
      for (const variation of variations ?? []) this.addRecord(before, variation);
      before = id;
    }
  }
}
