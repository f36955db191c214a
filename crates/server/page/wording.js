// The texts about a game: its status, why no move can be entered, and announcements of changes.

import { announce, sentence, toast } from "./dom.js";
import { pathTo } from "./moves.js";
import { notifyChange } from "./notify.js";
import { hearPhrases } from "./phrases.js";
import { playSound } from "./sound.js";

/** @typedef {import("./game.js").GamePage} GamePage */
/** @typedef {import("./types").Table} Table */

export const DRAW_DECLINED = "Your draw offer was declined.";

/** @param {GamePage} game @returns {string} the result, from the point of view of the user */
export function resultText({ table }) {
  const { result, you, seats } = table;
  if (!result) return "";
  const text = sentence(result.sentence);
  const [me] = you;
  if (me === undefined || you.length > 1 || result.winners.length === seats.length) return text;
  return `${result.winners.includes(me) ? "You won" : "You lost"}. ${text}`;
}

/** @param {GamePage} game @returns {string} why no move can be entered now; empty if one can */
export function whyClosed(game) {
  const { table, viewing } = game;
  if (table.result) return "The game is over";
  if (viewing !== table.current) return "This is an earlier position. Go back to the game to move";
  if (!game.isMine()) return "You are a spectator and cannot move";
  if (game.isOut()) return "You are out of the game";
  if (table.waiting) return "The clocks start when everyone has joined";
  if (table.paused) return "Paused. Press Resume to continue";
  if (table.turn === null || !table.you.includes(table.turn)) return table.turn === null ? "The game is over" : `It is ${possessive(game, table.turn)} turn`;
  return "";
}

/** @param {GamePage} game @param {number} player */
function possessive(game, player) {
  const name = game.name(player);
  return name === "You" ? "your" : `${name}'s`;
}

/** @param {GamePage} game @param {string} closed why no move can be entered @returns {string} the status of the position that is shown */
export function statusText(game, closed) {
  const { table, viewing, state } = game;
  const text = state?.status ?? "";
  if (viewing !== table.current) {
    const isPlayed = pathTo(table.history, table.current).some((node) => node.id === viewing);
    return isPlayed ? (table.result ? text : `Earlier position. ${text}`) : `Taken back. ${text}`;
  }
  if (table.result) return resultText(game);
  if (game.isOut()) return `${sentence(closed)} ${text}`;
  if (closed && game.isMine() && table.seats.some(({ taken }) => !taken)) {
    return `Send the link to your friend${table.waiting ? `. ${sentence(closed)}` : ""}`;
  }
  if (game.botGame.isOffered()) {
    if (game.botGame.paused) return "Paused";
  } else if (table.waiting || table.paused) return sentence(closed || "Paused");
  if (!closed && table.you.length === 1) return "Your move";
  const seat = table.seats[table.turn ?? -1];
  return seat?.kind === "bot" ? `${game.name(table.turn ?? 0)} is thinking` : text;
}

/**
 * Announces what has changed at a table.
 * @param {GamePage} game
 * @param {Table} old
 * @param {boolean} following whether the current position is shown
 */
export function announceChange(game, old, following) {
  const { table } = game;
  const moved = table.current !== old.current;
  if (moved) announceMoves(game, old, following);
  if (table.revision !== old.revision) table.notices.forEach((notice) => toast(notice));
  if (table.result && !old.result) {
    // If the last move is about to be shown, it is announced first.
    if (!moved || !following) announce(resultText(game));
    playSound("end");
  }
  if (old.offer && !table.offer && !table.result && !moved) announceDeclined(game, old.offer);
  announceOthers(game, old);
  hearPhrases(game, old);
  notifyChange(game, old);
}

/**
 * Announces the position that is shown, and what to choose once a move can be entered.
 * @param {GamePage} game
 * @param {string} closed why no move can be entered
 */
export function announcePosition(game, closed) {
  const { table, viewing, state, stage, announced } = game;
  game.announced = { node: viewing, open: !closed, moves: [] };
  const isNew = announced.node !== viewing;
  const here = isNew ? game.node(viewing) : undefined;
  for (const node of announced.moves.length || !here ? announced.moves : [here]) announce(moveText(node, state));
  const text = viewing === table.current ? stage.status.textContent : state?.status;
  if (isNew || !closed && !announced.open) announce(text ?? "");
}

/** @param {import("./types").HistoryNode} node @param {import("./types").State | null} state @returns {string} the move that led to a node */
export function moveText({ ply, player, mv }, state) {
  return mv ? `Move ${ply}, ${state?.players[player]?.side}: ${mv}` : "Start position";
}

/** Announces that the connection is lost or restored. @param {GamePage} game @param {boolean} online */
export function announceConnection({ offline }, online) {
  if (offline.hidden === online) return;
  offline.hidden = online;
  announce(online ? "Connection restored" : offline.textContent ?? "");
}

/** @param {GamePage} game @param {NonNullable<Table["offer"]>} offer @returns {string} */
export function offerText(game, { by, proposal }) {
  return `${game.name(by)} ${proposal === "draw" ? "offers a draw" : "asks for a takeback"}`;
}

/** Announces what other people do. @param {GamePage} game @param {Table} old */
function announceOthers(game, old) {
  const { table } = game;
  const isOther = (/** @type {number} */ player) => !table.you.includes(player);
  table.seats.forEach((seat, player) => {
    const before = old.seats[player];
    if (!before || seat.kind === "bot" || !isOther(player)) return;
    if (seat.taken && !before.taken) {
      announce(`${game.name(player)} has joined`);
      playSound("start");
    } else if (seat.connected !== before.connected && !table.result) announce(`${game.name(player)} is ${seat.connected ? "back" : "away"}`);
  });
  const { offer } = table;
  if (offer && !old.offer && isOther(offer.by)) announce(offerText(game, offer));
  if (table.rematch && !old.rematch && !game.isMine()) announce("The rematch has started");
  if (table.rematch || !game.isMine()) return;
  for (const player of table.want_rematch) {
    if (!old.want_rematch.includes(player)) announce(isOther(player) ? `${game.name(player)} asks for a rematch` : "You asked for a rematch");
  }
}

/**
 * Announces moves; those that are about to be shown are announced with their position.
 * @param {GamePage} game
 * @param {Table} old
 * @param {boolean} following
 */
function announceMoves(game, old, following) {
  const { history, current, turn, you } = game.table;
  const path = pathTo(history, current);
  const before = path.findIndex(({ id }) => id === old.current);
  if (before < 0) return announce("Moves were taken back");
  // Several moves can arrive at once, such as a forced pass with the move before it.
  const moves = path.slice(before + 1);
  if (following) game.announced.moves.push(...moves);
  else if (!game.botGame.isOffered()) {
    const mine = turn !== null && you.length === 1 && you.includes(turn);
    toast([...moves.map(({ player, mv }) => `${game.name(player)}: ${mv}`), ...(mine ? ["Your move"] : [])].join(". "));
  }
  playSound(captures(game, old) ? "capture" : "move");
}

/** Whether there are fewer pieces on the board than before. @param {GamePage} game @param {Table} old */
function captures(game, old) {
  const count = (/** @type {number} */ node) => {
    try {
      const { cells, tiles } = game.positions.at(node).scene;
      return cells.filter(({ piece }) => piece).length + tiles.length;
    } catch {
      // A player who leaves the game is not a move that can be shown.
      return 0;
    }
  };
  return count(game.table.current) < count(old.current);
}

/** @param {GamePage} game @param {NonNullable<Table["offer"]>} offer that was declined or withdrawn */
function announceDeclined(game, { by, proposal }) {
  const { you } = game.table;
  const draw = proposal === "draw";
  const mine = you.includes(by) && you.length === 1;
  if (mine && !game.actions.withdrawn) toast(draw ? DRAW_DECLINED : "Your takeback request was declined.");
  if (!mine && game.isMine()) announce(draw ? "The draw offer is closed" : "The takeback request is closed");
  game.actions.withdrawn = false;
}
