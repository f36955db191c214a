// The requests to the server. Addresses are relative to the base of the page.

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Step} Step */
/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").Look} Look */

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
 * @param {{ body?: unknown, secret?: string | null, signal?: AbortSignal }} [more]
 * @returns {Promise<Response>}
 */
async function send(path, { body, secret, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (secret) headers.Authorization = `Bearer ${secret}`;
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
 * @param {{ body?: unknown, secret?: string | null, signal?: AbortSignal }} [more]
 * @returns {Promise<any>}
 */
async function request(path, more) {
  return (await send(path, more)).json();
}

/**
 * Reads a response line by line until it ends or is aborted.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @param {(message: any) => void} receive
 */
async function stream(path, body, signal, receive) {
  const response = await send(path, { body, signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim()) receive(JSON.parse(line));
  }
}

/** @type {Promise<GameInfo[]> | null} */
let gamesRequest = null;

/** @returns {Promise<GameInfo[]>} the games, requested only once */
function games() {
  gamesRequest ??= request("api/games").catch((error) => {
    gamesRequest = null;
    throw error;
  });
  return /** @type {Promise<GameInfo[]>} */ (gamesRequest);
}

/**
 * @param {string} id
 * @returns {Promise<GameInfo>}
 */
async function gameInfo(id) {
  const found = (await games()).find((game) => game.id === id);
  if (!found) throw new ResponseError(`There is no game with the id ${id}.`, 404);
  return found;
}

/**
 * @param {{ game: string, position?: string, options?: object, moves?: string, steps?: Step[], lifted?: State["lifted"], input?: import("./types").InputRequest }} what
 * @param {Look} look
 * @param {AbortSignal} [signal]
 * @returns {Promise<State>}
 */
const position = (what, look, signal) => request("api/position", { body: { ...what, ...look }, signal });

/**
 * A position that is being set up by hand, after a change to it.
 * @param {{ game: string, position?: string, options?: object, change?: unknown }} what
 * @param {Look} look
 * @returns {Promise<import("./types").Draft>}
 */
const draft = (what, look) => request("api/draft", { body: { ...what, ...look } });

/**
 * The pictures of a move, step by step.
 * @param {string} game
 * @param {string} from
 * @param {string} mv
 * @param {Look} look
 * @returns {Promise<string[]>}
 */
async function frames(game, from, mv, look) {
  return (await request("api/frames", { body: { game, position: from, move: mv, ...look } })).frames;
}

/**
 * @param {string} id
 * @param {string | null} secret
 * @returns {Promise<Table>}
 */
const table = (id, secret) => request(`api/tables/${id}`, { secret });

/**
 * @param {string} id
 * @param {number} node of the history
 * @param {Look} look
 * @returns {Promise<State>}
 */
const positionAt = (id, node, look) =>
  request(`api/tables/${id}/position/${node}?theme=${look.theme}&flip=${look.flip}`);

/**
 * @param {string} id
 * @param {string | null} secret
 * @param {object} command
 * @returns {Promise<Table>}
 */
async function command(id, secret, command) {
  return (await request(`api/tables/${id}/command`, { body: command, secret })).table;
}

export const api = {
  address, stream, games, gameInfo, position, draft, frames, table, positionAt, command,

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

  /**
   * @param {string} id
   * @param {string | null} secret
   * @returns {Promise<{ mv: string, value: import("./types").Value | null }>}
   */
  hint: (id, secret) => request(`api/tables/${id}/hint`, { body: {}, secret }),

  /**
   * The review of a game, as far as it is done.
   * @param {string} id
   * @param {string | null} secret
   * @param {AbortSignal} signal
   * @returns {Promise<import("./types").Review>}
   */
  review: (id, secret, signal) => request(`api/tables/${id}/review`, { body: {}, secret, signal }),

  /** The record of a game. @param {string} id @returns {Promise<string>} */
  record: async (id) => (await send(`${encodeURIComponent(id)}.pgn`)).text(),

  /** Reads a record. @param {string} text @returns {Promise<any>} */
  readRecord: (text) => request("api/records", { body: { text } }),

  /** The rules of a game. @param {string} game @param {string} theme @returns {Promise<{ html: string }>} */
  rules: (game, theme) => request(`api/rules/${game}?theme=${theme}`),
};
