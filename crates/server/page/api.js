// The requests to the server. Addresses are relative to the base of the page.

/** @typedef {import("./types").Table} Table */

/** Whether the page comes from a server, not from a static host. */
export const hasServer = document.documentElement.dataset.server !== "none";

/** An error response of the server. */
class ResponseError extends Error {
  /**
   * @param {string} message
   * @param {number} status
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** @param {string} path */
const address = (path) => new URL(path, document.baseURI).href;

/**
 * @param {string} path
 * @param {{ body?: unknown, secret?: string | null, signal?: AbortSignal, isMinimal?: boolean }} [more]
 * @returns {Promise<Response>}
 */
async function send(path, { body, secret, signal, isMinimal } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (secret) headers.Authorization = `Bearer ${secret}`;
  if (isMinimal) headers.Prefer = "return=minimal";
  let response;
  try {
    response = await fetch(address(path), {
      method: body === undefined ? "GET" : "POST",
      body: body === undefined ? undefined : JSON.stringify(body),
      headers,
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Error("Cannot reach the server. Check the connection and try again.");
  }
  if (!response.ok) {
    const body = await response.json().catch(() => ({}));
    throw new ResponseError(body.error ?? `The server responded with error ${response.status}.`, response.status);
  }
  return response;
}

/**
 * @param {string} path
 * @param {{ body?: unknown, secret?: string | null, signal?: AbortSignal, isMinimal?: boolean }} [more]
 * @returns {Promise<any>}
 */
async function request(path, more) {
  return (await send(path, more)).json();
}

/**
 * @param {string} id
 * @param {string | null} secret
 * @returns {Promise<Table>}
 */
const table = (id, secret) => request(`api/tables/${id}`, { secret });

/**
 * @param {string} id
 * @param {string | null} secret
 * @param {object} command
 * @param {boolean} isMinimal whether the table is not needed, because its changes arrive
 * @returns {Promise<{ table: Table | null, revision: number }>}
 */
const command = (id, secret, command, isMinimal) => request(`api/tables/${id}/command`, { body: command, secret, isMinimal });

export const api = {
  address, table, command,

  /**
   * Creates a table.
   * @param {object} setup
   * @returns {Promise<{ id: string, seats: ({ secret: string | null } | null)[], seat_urls: (string | null)[] }>}
   */
  newTable: (setup) => request("api/tables", { body: setup }),

  /**
   * Takes a free seat.
   * @param {string} id
   * @param {string} [name]
   * @returns {Promise<{ secret: string }>}
   */
  join: (id, name) => request(`api/tables/${id}/join`, { body: { name } }),

  /** A text as a QR code, in SVG. @param {string} text @returns {Promise<string>} */
  qr: async (text) => (await send("api/qr", { body: { text } })).text(),

  /** The record of a game. @param {string} id @returns {Promise<string>} */
  record: async (id) => (await send(`${encodeURIComponent(id)}.pgn`)).text(),
};
