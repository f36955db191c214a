// The numbers in front of moves, as records write them.

/**
 * Numbers moves by rows. Each player has a column; a row ends where the next move would need a column at or before the
 * last one.
 * @param {{ id: number, parent: number | null, player: number, mv: string }[]} nodes parents before their children
 * @returns {Map<number, number>} the number of each node
 */
export function moveNumbers(nodes) {
  const players = new Map(nodes.map(({ id, mv, player }) => [id, mv ? player : Infinity]));
  /** @type {Map<number, number>} */
  const numbers = new Map();
  for (const { id, parent, player } of nodes) {
    const before = parent ?? -1;
    const startsRow = player <= (players.get(before) ?? Infinity);
    numbers.set(id, parent === null ? 0 : (numbers.get(before) ?? 0) + Number(startsRow));
  }
  return numbers;
}
