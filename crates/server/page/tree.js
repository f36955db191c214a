// The moves on the analysis board: everything that was tried is kept.

import { pathTo } from "./moves.js";

/** @typedef {import("./types").HistoryNode} HistoryNode */

/** @typedef {{ mv: string, variations?: RecordedMove[][] }} RecordedMove */

const STORAGE_KEY = "strata.analysis";
/** How many trees are kept: those one may come back to by the browser's history. */
const MAX_STORED = 8;

/** @returns {any[]} the trees that are kept, the latest first */
function storedTrees() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
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
    /** Tells it from all others. */
    this.born = `${Date.now()} ${Math.random()}`;
    /** @type {HistoryNode[]} */
    this.places = [{ id: 0, ply: 0, player: turn ?? 0, mv: "", parent: null, children: [] }];
    this.current = 0;
  }

  /** Keeps the tree for as long as the browser's tab, with the position that is looked at. @param {string} position */
  store(position) {
    const others = storedTrees().filter(({ born }) => born !== this.born);
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify([{ ...this, position }, ...others].slice(0, MAX_STORED)));
    } catch {
      // It is lost with the page, then.
    }
  }

  /**
   * The tree that was kept while this position was looked at.
   * @param {string} game
   * @param {string} position
   * @returns {Tree | null}
   */
  static stored(game, position) {
    const kept = storedTrees().find((tree) => tree.game === game && tree.position === position);
    return kept ? Object.assign(new Tree(game, { position: kept.root, turn: null }), kept) : null;
  }

  /** @returns {HistoryNode} */
  get here() {
    return this.at(this.current);
  }

  /** @param {number} id @returns {HistoryNode} */
  at(id) {
    return /** @type {HistoryNode} */ (this.places[id] ?? this.places[0]);
  }

  /** @param {number} id @returns {string} the moves that lead there */
  line(id) {
    return pathTo(this.places, id).slice(1).map(({ mv }) => mv).join(" ");
  }

  /**
   * Adds a move behind a place, or finds it there.
   * @param {number} parent
   * @param {string} mv
   * @param {number} player
   * @returns {number}
   */
  add(parent, mv, player) {
    const before = this.at(parent);
    const known = before.children.find((id) => this.at(id).mv === mv);
    if (known !== undefined) return known;
    const id = this.places.length;
    this.places.push({ id, ply: before.ply + 1, player, mv, parent, children: [] });
    before.children.push(id);
    return id;
  }

  /**
   * Adds the moves of a record. Who plays is not known yet: players take turns.
   * @param {number} parent
   * @param {RecordedMove[]} moves
   * @param {number} players
   */
  read(parent, moves, players) {
    let before = parent;
    for (const { mv, variations } of moves) {
      const player = (this.at(0).player + this.at(before).ply) % players;
      const id = this.add(before, mv, player);
      for (const other of variations ?? []) this.read(before, other, players);
      before = id;
    }
  }
}
