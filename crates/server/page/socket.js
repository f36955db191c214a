// The live connection to a table or to the lobby. It reconnects by itself, and every connection starts with the whole state.

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").ChangeMessage} ChangeMessage */

/** A connection without a message for this time, in milliseconds, is dead. The server sends one every ten seconds. */
const TIMEOUT = 25_000;
/** The bounds of the time before the next attempt to connect. */
const FIRST_DELAY = 400;
const MAX_DELAY = 15_000;

/** How long a change may take after the server has saved it. */
const LATE = 2000;

/** The table after a change. @param {Table} table @param {ChangeMessage} change @returns {Table} */
export function changed(table, { entries, table: rest }) {
  const history = [...table.history];
  for (const entry of entries) history[entry.id] = entry;
  return { ...rest, history, rows: [] };
}

/** The time before the next attempt to connect. @param {number} failures @param {number} random from 0 to 1 */
export function reconnectDelay(failures, random) {
  return Math.min(MAX_DELAY, FIRST_DELAY * 2 ** failures) * (0.7 + 0.6 * random);
}

export class Live {
  /**
   * @param {string} path of the socket
   * @param {AbortSignal} signal
   * @param {{ message: (message: any, first: boolean) => void, online: (online: boolean) => void }} host the first message of a connection replaces all that was known
   * @param {string | null} [secret] of a seat, or null for a spectator; without it, the socket is not one of a table
   */
  constructor(path, signal, host, secret) {
    this.path = path;
    this.secret = secret;
    this.signal = signal;
    this.host = host;
    this.failures = 0;
    /** Whether the user is watching. */
    this.watching = true;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** The last table of this connection. @type {Table | null} */
    this.table = null;
    /** What waits for the next table. @type {Set<() => void>} */
    this.waiting = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    signal.addEventListener("abort", () => this.#close());
    addEventListener("offline", () => host.online(false), { signal });
    // The old connection may be dead without a notice.
    addEventListener("online", () => this.connect(), { signal });
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#reconnect(), { signal });
    this.connect();
  }

  connect() {
    if (this.signal.aborted) return;
    this.#close();
    const url = new URL(this.path, document.baseURI);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      if (this.secret === undefined) return;
      socket.send(JSON.stringify({ auth: this.secret, watching: this.watching }));
      // On its own: a server of an earlier version refuses it.
      socket.send(JSON.stringify({ changes: true }));
    };
    let first = true;
    socket.onmessage = (event) => {
      this.failures = 0;
      this.#restartTimeout();
      this.host.online(true);
      const message = this.#whole(JSON.parse(event.data));
      if (!message) return this.connect();
      this.host.message(message, first);
      first = false;
      for (const wake of this.waiting) wake();
    };
    socket.onclose = () => this.#closed(socket);
    this.#restartTimeout();
  }

  /** The message with the whole table; null if a change was lost. @param {any} message */
  #whole(message) {
    if (message.type === "change") {
      if (!this.table || this.table.revision !== message.since) return null;
      this.table = changed(this.table, message);
      return { type: "table", table: this.table };
    }
    this.table = message.table ?? this.table;
    return message;
  }

  /** Whether changes arrive. */
  isOpen() {
    return this.socket?.readyState === WebSocket.OPEN && !!this.table;
  }

  /** Waits for a revision. @param {number} revision @returns {Promise<Table | null>} the table, or null if it does not arrive */
  reach(revision) {
    return new Promise((resolve) => {
      const end = (/** @type {Table | null} */ table) => {
        clearTimeout(late);
        this.waiting.delete(check);
        resolve(table);
      };
      const check = () => this.table && this.table.revision >= revision && end(this.table);
      const late = setTimeout(() => end(null), LATE);
      this.waiting.add(check);
      check();
    });
  }

  /** Tells the server whether the user is watching. @param {boolean} watching */
  watch(watching) {
    if (watching === this.watching) return;
    this.watching = watching;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ watching }));
  }

  /** Waits for the next message. */
  #restartTimeout() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.host.online(false);
      this.connect();
    }, TIMEOUT);
  }

  /** @param {WebSocket} socket */
  #closed(socket) {
    if (socket !== this.socket || this.signal.aborted) return;
    this.socket = null;
    this.table = null;
    this.host.online(false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), reconnectDelay(this.failures++, Math.random()));
  }

  #reconnect() {
    if (!this.socket) this.connect();
  }

  #close() {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    this.table = null;
    socket?.close();
  }
}
