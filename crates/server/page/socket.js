// The live connection to a table. It comes back by itself, and each time brings the whole truth.

/** @typedef {import("./types").Table} Table */

/** Without a word for so long, in milliseconds, the line is taken for dead. The server says something every ten seconds. */
const SILENCE = 25_000;
const LONGEST_WAIT = 15_000;

export class Live {
  /**
   * @param {string} id
   * @param {string | null} secret
   * @param {AbortSignal} signal
   * @param {{ message: (message: any, first: boolean) => void, online: (is: boolean) => void }} host the first message of a connection is the truth, whatever was known before
   */
  constructor(id, secret, signal, host) {
    this.id = id;
    this.secret = secret;
    this.signal = signal;
    this.host = host;
    this.failures = 0;
    /** Whether somebody looks. */
    this.watching = true;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    signal.addEventListener("abort", () => this.#close());
    addEventListener("offline", () => host.online(false), { signal });
    // What was connected before may be dead without knowing it.
    addEventListener("online", () => this.connect(), { signal });
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry(), { signal });
    this.connect();
  }

  connect() {
    if (this.signal.aborted) return;
    this.#close();
    const url = new URL(`api/tables/${this.id}/socket`, document.baseURI);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ auth: this.secret, watching: this.watching }));
    let first = true;
    socket.onmessage = (event) => {
      this.failures = 0;
      this.#listen();
      this.host.online(true);
      this.host.message(JSON.parse(event.data), first);
      first = false;
    };
    socket.onclose = () => this.#lost(socket);
    this.#listen();
  }

  /** Somebody looks away, or at the table again. @param {boolean} watching */
  watch(watching) {
    if (watching === this.watching) return;
    this.watching = watching;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ watching }));
  }

  /** Waits for the next word. */
  #listen() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.host.online(false);
      this.connect();
    }, SILENCE);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.socket || this.signal.aborted) return;
    this.socket = null;
    this.host.online(false);
    const wait = Math.min(LONGEST_WAIT, 400 * 2 ** this.failures++) * (0.7 + 0.6 * Math.random());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  #hurry() {
    if (!this.socket) this.connect();
  }

  #close() {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}
