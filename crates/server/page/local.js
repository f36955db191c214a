// Games on this device, which need no server. Each is stored as a record.

import { Game, asking } from "./core.js";
import { bestMove } from "./search.js";

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").Follower} Follower */

const PREFIX = "local-";
const STORAGE_KEY = "strata.record.";
/** The least time between two moves in games between bots, in milliseconds. */
const BOT_PACE = 700;

/** @param {string} id */
export const isLocal = (id) => id.startsWith(PREFIX);

const newId = () => PREFIX + Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36).padStart(2, "0")).join("");
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** @type {Map<string, LocalGame>} the games that were opened */
const opened = new Map();

class LocalGame {
  /** @param {string} id @param {Game} game */
  constructor(id, game) {
    this.id = id;
    this.game = game;
    /** @type {Set<Follower>} */
    this.followers = new Set();
    /** Whether bots that play each other may move. */
    this.watching = true;
    /** @type {AbortController | null} */
    this.search = null;
    /** The entry of the history that is searched. */
    this.searched = -1;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    opened.set(id, this);
  }

  /** @returns {Table} */
  table() {
    return JSON.parse(this.game.table(Date.now()));
  }

  save() {
    try {
      localStorage.setItem(STORAGE_KEY + this.id, this.game.record(Date.now()));
    } catch {
      // Without storage, the game is lost when the page is closed.
    }
  }

  /** Stores the game, shows it, and lets the bots continue. */
  changed() {
    this.save();
    const table = this.table();
    for (const follower of this.followers) follower.message({ table }, false);
    this.#watchClock();
    void this.letBotsMove();
  }

  #watchClock() {
    clearTimeout(this.timer);
    const deadline = this.game.deadline();
    if (deadline === undefined || !this.followers.size) return;
    this.timer = setTimeout(() => (this.game.tick(Date.now()) ? this.changed() : this.#watchClock()), Math.max(0, deadline - Date.now()) + 20);
  }

  stop() {
    this.search?.abort();
    this.search = null;
    this.game.stopSearch();
  }

  /** Lets the bot to move search, unless it does already. */
  async letBotsMove() {
    const { seats, current, turn } = this.table();
    const onlyBots = seats.every(({ kind }) => kind === "bot");
    if (!this.followers.size || onlyBots && !this.watching || turn === null) return this.stop();
    if (this.search) {
      if (this.searched === current) return;
      this.stop();
    }
    const found = asking(() => this.game.nextSearch(Date.now(), seed()));
    if (this.table().current !== current) return this.changed();
    if (!found) return;
    const search = new AbortController();
    this.search = search;
    this.searched = current;
    const request = JSON.parse(found);
    const pause = new Promise((resolve) => setTimeout(resolve, onlyBots ? BOT_PACE : 0));
    // If the search fails, the core plays a random move.
    const [best] = await Promise.all([bestMove(request, search.signal).catch(() => ({ mv: null, value: null })), pause]);
    if (search.signal.aborted) return;
    this.search = null;
    this.game.finishSearch(request.node, best?.mv, best?.value, Date.now(), seed());
    this.changed();
  }
}

/** @param {string} id @returns {LocalGame} */
function open(id) {
  const known = opened.get(id);
  if (known) return known;
  const record = localStorage.getItem(STORAGE_KEY + id);
  if (!record) throw Object.assign(new Error("This browser has no such game."), { status: 404 });
  return new LocalGame(id, asking(() => Game.restore(id, record, Date.now())));
}

/** @param {object} setup @returns {Promise<import("./types").NewGame>} */
export async function newLocalGame(setup) {
  const id = newId();
  const local = new LocalGame(id, asking(() => new Game(id, JSON.stringify(setup), Date.now())));
  local.save();
  return { id, seats: [], seat_urls: [] };
}

/** The records of all games, by id. @returns {Record<string, string>} */
export function localRecords() {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "").filter((key) => key.startsWith(STORAGE_KEY));
  return Object.fromEntries(keys.map((key) => [key.slice(STORAGE_KEY.length), localStorage.getItem(key) ?? ""]));
}

/** Stores a record, unless the game is known. @param {string} id @param {string} record */
export function storeRecord(id, record) {
  if (isLocal(id) && !localStorage.getItem(STORAGE_KEY + id)) localStorage.setItem(STORAGE_KEY + id, record);
}

/** Forgets a game. @param {string} id */
export function removeLocalGame(id) {
  opened.get(id)?.stop();
  opened.delete(id);
  localStorage.removeItem(STORAGE_KEY + id);
}

/** @type {import("./types").Host} */
export const localHost = {
  isLocal: true,
  table: async (id) => open(id).table(),
  record: async (id) => open(id).game.record(Date.now()),
  recordAddress: (id) => `data:text/plain;charset=utf-8,${encodeURIComponent(open(id).game.record(Date.now()))}`,

  command: async (id, _, command) => {
    const local = open(id);
    if (command.command === "rematch") {
      const next = newId();
      new LocalGame(next, asking(() => local.game.rematch(next, Date.now()))).save();
    } else {
      asking(() => local.game.command(JSON.stringify(command), Date.now()));
    }
    local.changed();
    return local.table();
  },

  connect: (id, _, signal, follower) => {
    const local = open(id);
    local.followers.add(follower);
    signal.addEventListener("abort", () => {
      local.followers.delete(follower);
      if (!local.followers.size) local.stop();
    });
    queueMicrotask(() => local.changed());
    return {
      watch: (watching) => {
        if (watching === local.watching) return;
        local.watching = watching;
        void local.letBotsMove();
      },
    };
  },
};
