// The moves on the analysis board: everything that was tried is kept.

/** @typedef {import("./types").Place} Place */
/** @typedef {import("./types").State} State */

/** @typedef {{ mv: string, variations?: RecordedMove[][] }} RecordedMove */

export class Tree {
  /** @param {State} start */
  constructor(start) {
    /** @type {Place[]} */
    this.places = [{ id: 0, ply: 0, player: start.turn ?? 0, mv: "", parent: null, children: [] }];
    this.current = 0;
  }

  /** @returns {Place} */
  get here() {
    return this.at(this.current);
  }

  /** @param {number} id @returns {Place} */
  at(id) {
    return /** @type {Place} */ (this.places[id] ?? this.places[0]);
  }

  /** @param {number} id @returns {string} the moves that lead there */
  line(id) {
    const moves = [];
    for (let place = this.at(id); place.parent !== null; place = this.at(place.parent)) moves.unshift(place.mv);
    return moves.join(" ");
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
