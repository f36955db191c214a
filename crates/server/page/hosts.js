// Where a game is played: at the server or on this device.

import { api, hasServer } from "./api.js";
import { isLocal, localHost, newLocalGame } from "./local.js";
import { Live } from "./socket.js";

/** @typedef {import("./types").Host} Host */

/** @type {Host} */
const serverHost = {
  isLocal: false,
  table: api.table,
  command: async (id, secret, command, live) => {
    const { table, revision } = await api.command(id, secret, command, live instanceof Live && live.isOpen());
    const reached = table ?? (live instanceof Live ? await live.reach(revision) : null);
    return reached ?? api.table(id, secret);
  },
  record: api.record,
  recordAddress: (id) => `${id}.pgn`,
  connect: (id, secret, signal, follower) => new Live(`api/tables/${id}/socket`, signal, follower, secret),
};

/** @param {string} id of a game @returns {Host} */
export const hostOf = (id) => (isLocal(id) || !hasServer ? localHost : serverHost);

/**
 * Starts a game: at the server if there is one.
 * @param {object} setup
 * @returns {Promise<import("./types").NewGame>}
 */
export const newTable = (setup) => (hasServer ? api.newTable(setup) : newLocalGame(setup));
