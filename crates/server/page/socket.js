// The live connection to a table or to the lobby. It reconnects by itself, and every connection starts with the whole state.

/** @typedef {import("./types").Table} Table */

/** A connection without a message for this time, in milliseconds, is dead. The server sends one every ten seconds. */
const TIMEOUT = 25_000;
/** The bounds of the time before the next attempt to connect. */
const FIRST_DELAY = 400;
const MAX_DELAY = 15_000;

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
    socket.onopen = () => this.secret !== undefined && socket.send(JSON.stringify({ auth: this.secret, watching: this.watching }));
    let first = true;
    socket.onmessage = (event) => {
      this.failures = 0;
      this.#restartTimeout();
      this.host.online(true);
      this.host.message(JSON.parse(event.data), first);
      first = false;
    };
    socket.onclose = () => this.#closed(socket);
    this.#restartTimeout();
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
    socket?.close();
  }
}
