// Watching bots. They play while somebody looks, so whoever looks away stops them.

import { fill, h } from "./dom.js";
import { icon, iconButton } from "./icons.js";

/** @typedef {import("./game.js").GamePage} GamePage */

/** How long a move is looked at before the next one, in milliseconds. */
const PACES = { "As they play": 0, "Slowly": 2500, "Very slowly": 6000 };

export class BotGame {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    this.paused = false;
    /** Whether the next move is wanted though they are paused. */
    this.single = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} runs while the last move is looked at */
    this.timer = undefined;
    this.pause = iconButton("pause", "Pause", () => this.toggle(), { wide: true, key: "p" });
    this.next = iconButton("last", "Next move", () => this.#one(), { wide: true });
    this.pace = h("select", { "aria-label": "Pace", onchange: () => this.#go() },
      ...Object.entries(PACES).map(([words, time]) => h("option", { value: String(time) }, words)));
    this.element = h("div", { class: "buttons" }, this.pause, this.next, this.pace);
    this.next.hidden = true;
    document.addEventListener("visibilitychange", () => this.update(), { signal: game.signal });
    game.signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** Whether only bots play here, and still do. */
  isOffered() {
    const { seats, result } = this.game.table;
    return !result && seats.every(({ kind }) => kind === "bot");
  }

  /** Tells the server whether somebody looks at the game as it stands. */
  update() {
    const { game } = this;
    const follows = game.viewing === game.table.current && document.visibilityState === "visible";
    game.live.watch(!this.isOffered() || follows && !this.timer && (!this.paused || this.single));
  }

  /** A move has been made. */
  moved() {
    this.single = false;
    clearTimeout(this.timer);
    const time = Number(this.pace.value);
    this.timer = time ? setTimeout(() => this.#go(), time) : undefined;
    this.update();
  }

  #go() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.update();
  }

  /** Stops the bots or lets them go on. */
  toggle() {
    this.paused = !this.paused;
    this.next.hidden = !this.paused;
    const words = this.paused ? "Go on" : "Pause";
    this.pause.title = `${words} (p)`;
    fill(this.pause, [icon(this.paused ? "forward" : "pause"), words]);
    if (!this.paused) this.game.step("last");
    this.#go();
    this.game.rest(false);
  }

  #one() {
    this.game.step("last");
    this.single = true;
    this.#go();
  }
}
