// Everything that is asked of the server. Addresses are relative to the page's base.

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Step} Step */
/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").Look} Look */

/** The server said no, and why. */
class Refused extends Error {
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
    throw new Error("The server cannot be reached. Check the connection and try again.");
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    throw new Refused(answer.error ?? `The server answered with error ${response.status}.`, response.status);
  }
  return response;
}

/**
 * @param {string} path
 * @param {{ body?: unknown, secret?: string | null, signal?: AbortSignal }} [more]
 * @returns {Promise<any>}
 */
async function ask(path, more) {
  return (await send(path, more)).json();
}

/**
 * Reads an answer that comes line by line, until it ends or is stopped.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @param {(message: any) => void} take
 */
async function stream(path, body, signal, take) {
  const response = await send(path, { body, signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim()) take(JSON.parse(line));
  }
}

/** @type {Promise<GameInfo[]> | null} */
let gamesAsked = null;

/** @returns {Promise<GameInfo[]>} the games, asked for once */
function games() {
  gamesAsked ??= ask("api/games").catch((error) => {
    gamesAsked = null;
    throw error;
  });
  return /** @type {Promise<GameInfo[]>} */ (gamesAsked);
}

/**
 * @param {string} id
 * @returns {Promise<GameInfo>}
 */
async function gameInfo(id) {
  const found = (await games()).find((game) => game.id === id);
  if (!found) throw new Refused(`There is no game called ${id}.`, 404);
  return found;
}

/**
 * @param {{ game: string, position?: string, options?: object, moves?: string, steps?: Step[] }} what
 * @param {Look} look
 * @param {AbortSignal} [signal]
 * @returns {Promise<State>}
 */
const position = (what, look, signal) => ask("api/position", { body: { ...what, ...look }, signal });

/**
 * A position that is put together by hand, after a change to it.
 * @param {{ game: string, position?: string, options?: object, change?: unknown }} what
 * @param {Look} look
 * @returns {Promise<import("./types").Draft>}
 */
const draft = (what, look) => ask("api/draft", { body: { ...what, ...look } });

/**
 * The pictures between a position and the one after a move.
 * @param {string} game
 * @param {string} from
 * @param {string} mv
 * @param {Look} look
 * @returns {Promise<string[]>}
 */
async function frames(game, from, mv, look) {
  return (await ask("api/frames", { body: { game, position: from, move: mv, ...look } })).frames;
}

/**
 * @param {string} id
 * @param {string | null} secret
 * @returns {Promise<Table>}
 */
const table = (id, secret) => ask(`api/tables/${id}`, { secret });

/**
 * @param {string} id
 * @param {number} place
 * @param {Look} look
 * @returns {Promise<State>}
 */
const positionAt = (id, place, look) =>
  ask(`api/tables/${id}/position/${place}?theme=${look.theme}&flip=${look.flip}`);

/**
 * @param {string} id
 * @param {string | null} secret
 * @param {object} command
 * @returns {Promise<Table>}
 */
async function command(id, secret, command) {
  return (await ask(`api/tables/${id}/command`, { body: command, secret })).table;
}

export const api = {
  address, stream, games, gameInfo, position, draft, frames, table, positionAt, command,

  /**
   * Sets a table up.
   * @param {object} setup
   * @returns {Promise<{ id: string, seats: ({ secret: string | null } | null)[], seat_urls: (string | null)[] }>}
   */
  newTable: (setup) => ask("api/tables", { body: setup }),

  /**
   * Takes a free seat.
   * @param {string} id
   * @param {string} [name]
   * @returns {Promise<{ secret: string }>}
   */
  join: (id, name) => ask(`api/tables/${id}/join`, { body: { name } }),

  /**
   * @param {string} id
   * @param {string | null} secret
   * @returns {Promise<{ mv: string, value: import("./types").Value | null }>}
   */
  hint: (id, secret) => ask(`api/tables/${id}/hint`, { body: {}, secret }),

  /**
   * What is known so far of the mistakes in a game.
   * @param {string} id
   * @param {string | null} secret
   * @param {AbortSignal} signal
   * @returns {Promise<import("./types").Review>}
   */
  review: (id, secret, signal) => ask(`api/tables/${id}/review`, { body: {}, secret, signal }),

  /** The record of a game. @param {string} id @returns {Promise<string>} */
  record: async (id) => (await send(`${encodeURIComponent(id)}.pgn`)).text(),

  /** Reads a record. @param {string} text @returns {Promise<any>} */
  readRecord: (text) => ask("api/records", { body: { text } }),

  /** The rules of a game. @param {string} game @param {string} theme @returns {Promise<{ html: string }>} */
  rules: (game, theme) => ask(`api/rules/${game}?theme=${theme}`),
};
