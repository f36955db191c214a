// What is said of a game: how it stands, why nobody can move, what has changed.

import { announce, sentence, toast } from "./dom.js";
import { pathTo } from "./moves.js";
import { playSound } from "./sound.js";

/** @typedef {import("./game.js").GamePage} GamePage */
/** @typedef {import("./types").Table} Table */

export const DECLINED = "Your offer of a draw was declined.";

/** @param {GamePage} game @returns {string} how the game ended, for whoever looks */
export function outcome({ table }) {
  const { result, you, seats } = table;
  if (!result) return "";
  const words = sentence(result.sentence);
  const [me] = you;
  if (me === undefined || you.length > 1 || result.winners.length === seats.length) return words;
  return `${result.winners.includes(me) ? "You won" : "You lost"}. ${words}`;
}

/** @param {GamePage} game @returns {string} why no move can be entered now, or nothing */
export function whyClosed(game) {
  const { table, viewing } = game;
  if (table.result) return "The game is over";
  if (viewing !== table.current) return "This is an earlier position: go back to the game to move";
  if (!game.isMine()) return "You are watching and cannot move";
  if (table.waiting) return "The clocks start when everybody has sat down";
  if (table.paused) return "The clocks are stopped: go on to move";
  if (table.turn === null || !table.you.includes(table.turn)) return `${table.turn === null ? "Nobody" : game.name(table.turn)} is to move`;
  return "";
}

/** @param {GamePage} game @param {string} closed why nobody can move @returns {string} how the position that is looked at stands */
export function standing(game, closed) {
  const { table, viewing, state } = game;
  const words = state?.status ?? "";
  if (viewing !== table.current) {
    const isPlayed = pathTo(table.history, table.current).some((place) => place.id === viewing);
    return isPlayed ? (table.result ? words : `Earlier position. ${words}`) : `Taken back. ${words}`;
  }
  if (table.result) return outcome(game);
  if (closed && game.isMine() && table.seats.some(({ taken }) => !taken)) {
    return `Send the link to your friend${table.waiting ? `. ${sentence(closed)}` : ""}`;
  }
  if (game.botGame.isOffered()) {
    if (game.botGame.paused) return "Paused";
  } else if (table.waiting || table.paused) return sentence(closed);
  if (!closed && table.you.length === 1) return "Your move";
  const seat = table.seats[table.turn ?? -1];
  return seat?.kind === "bot" ? `${game.name(table.turn ?? 0)} is thinking` : words;
}

/**
 * Says what has changed at a table.
 * @param {GamePage} game
 * @param {Table} old
 * @param {boolean} following whether the game itself is looked at
 */
export function announceChange(game, old, following) {
  const { table } = game;
  const moved = table.current !== old.current;
  if (moved) announceMove(game, old, following);
  if (table.result && !old.result) {
    // Whoever sees the last move hears of it first.
    if (!moved || !following) announce(outcome(game));
    playSound("end");
  }
  if (old.offer && !table.offer && !table.result && !moved) announceDeclined(game, old.offer);
  announceOthers(game, old);
}

/**
 * Says which position is looked at now, and what to choose once a move may be entered there.
 * @param {GamePage} game
 * @param {string} closed why nobody can move
 */
export function announcePosition(game, closed) {
  const { table, viewing, state, stage, told } = game;
  game.told = { place: viewing, open: !closed, moves: [] };
  const isElsewhere = told.place !== viewing;
  const here = isElsewhere ? game.place(viewing) : undefined;
  for (const place of told.moves.length || !here ? told.moves : [here]) announce(moveText(place, state));
  const words = viewing === table.current ? stage.status.textContent : state?.status;
  if (isElsewhere || !closed && !told.open) announce(words ?? "");
}

/** @param {import("./types").HistoryNode} place @param {import("./types").State | null} state @returns {string} the move that led to a place */
export function moveText({ ply, player, mv }, state) {
  return mv ? `Move ${ply}, ${state?.players[player]?.side}: ${mv}` : "Start position";
}

/** Says when the connection is lost, and when it is back. @param {GamePage} game @param {boolean} is */
export function announceConnection({ offline }, is) {
  if (offline.hidden === is) return;
  offline.hidden = is;
  announce(is ? "The connection is back" : offline.textContent ?? "");
}

/** @param {GamePage} game @param {NonNullable<Table["offer"]>} offer @returns {string} who offers what */
export function offerText(game, { by, proposal }) {
  return `${game.name(by)} ${proposal === "draw" ? "offers a draw" : "asks to take a move back"}`;
}

/** Says what other people do around the board. @param {GamePage} game @param {Table} old */
function announceOthers(game, old) {
  const { table } = game;
  const isOther = (/** @type {number} */ player) => !table.you.includes(player);
  table.seats.forEach((seat, player) => {
    const before = old.seats[player];
    if (!before || seat.kind === "bot" || !isOther(player)) return;
    if (seat.taken && !before.taken) {
      announce(`${game.name(player)} has sat down`);
      playSound("move");
    } else if (seat.connected !== before.connected && !table.result) announce(`${game.name(player)} is ${seat.connected ? "back" : "away"}`);
  });
  const { offer } = table;
  if (offer && !old.offer && isOther(offer.by)) announce(offerText(game, offer));
  if (table.rematch && !old.rematch && !game.isMine()) announce("There is a rematch");
  if (table.rematch || !game.isMine()) return;
  for (const player of table.want_rematch) {
    if (!old.want_rematch.includes(player)) announce(isOther(player) ? `${game.name(player)} asks for a rematch` : "You ask for a rematch");
  }
}

/**
 * Whoever follows the game hears of a move when the board shows it.
 * @param {GamePage} game
 * @param {Table} old
 * @param {boolean} following
 */
function announceMove(game, old, following) {
  const { history, current, turn, you } = game.table;
  const path = pathTo(history, current);
  const before = path.findIndex(({ id }) => id === old.current);
  if (before < 0) return announce("Moves were taken back");
  // Several at once, where they came faster than the news of them.
  const moves = path.slice(before + 1);
  if (following) game.told.moves.push(...moves);
  else if (!game.botGame.isOffered()) {
    const mine = turn !== null && you.length === 1 && you.includes(turn);
    toast([...moves.map(({ player, mv }) => `${game.name(player)}: ${mv}`), ...(mine ? ["Your move"] : [])].join(". "));
  }
  playSound("move");
}

/** @param {GamePage} game @param {NonNullable<Table["offer"]>} offer that is off the table */
function announceDeclined(game, { by, proposal }) {
  const { you } = game.table;
  const draw = proposal === "draw";
  const mine = you.includes(by) && you.length === 1;
  if (mine && !game.actions.withdrawn) toast(draw ? DECLINED : "Your wish to take back was declined.");
  if (!mine && game.isMine()) announce(draw ? "The draw is no longer offered" : "Nobody asks to take back any more");
  game.actions.withdrawn = false;
}

/**
 * @param {import("./types").Value} value
 * @param {import("./types").GameInfo} info
 * @param {number} players
 * @returns {string} who wins when that is proven, otherwise the first player's winning chance, as on the bar
 */
export function valueText({ chance, kind, proven, text }, info, players) {
  const [first, second] = info.sides.map(({ name }) => name);
  if (chance === null || players > 2 && proven) return text;
  if (!proven) return `${first} ${Math.round(chance * 100)} %`;
  if (chance === 0.5) return "proven draw";
  return `proven: ${chance ? first : second} wins${text.slice(kind.length)}`;
}
