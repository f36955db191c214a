// Watching a game between bots. The bots pause while no one is watching.

import { fill, h } from "./dom.js";
import { icon, iconButton } from "./icons.js";

/** @typedef {import("./game.js").GamePage} GamePage */

/** The pause after each move, in milliseconds. */
const SPEEDS = { "Full speed": 0, "Slow": 2500, "Very slow": 6000 };

export class BotGame {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    this.paused = false;
    /** Whether to play one move while paused. */
    this.single = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} runs during the pause after a move */
    this.timer = undefined;
    this.pause = iconButton("pause", "Pause", () => this.toggle(), { wide: true, key: "p" });
    this.next = iconButton("last", "Next move", () => this.#playOne(), { wide: true });
    this.speed = h("select", { "aria-label": "Speed", onchange: () => this.#continue() },
      ...Object.entries(SPEEDS).map(([label, time]) => h("option", { value: String(time) }, label)));
    this.element = h("div", { class: "buttons" }, this.pause, this.next, this.speed);
    this.next.hidden = true;
    document.addEventListener("visibilitychange", () => this.update(), { signal: game.signal });
    game.signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** Whether this is a game between bots that is in progress. */
  isOffered() {
    const { seats, result } = this.game.table;
    return !result && seats.every(({ kind }) => kind === "bot");
  }

  /** Tells the server whether the user is watching the current position. */
  update() {
    const { game } = this;
    const isWatching = game.viewing === game.table.current && document.visibilityState === "visible";
    game.live.watch(!this.isOffered() || isWatching && !this.timer && (!this.paused || this.single));
  }

  /** Called after each move. */
  moved() {
    this.single = false;
    clearTimeout(this.timer);
    const time = Number(this.speed.value);
    this.timer = time ? setTimeout(() => this.#continue(), time) : undefined;
    this.update();
  }

  #continue() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.update();
  }

  /** Pauses or resumes the bots. */
  toggle() {
    this.paused = !this.paused;
    this.next.hidden = !this.paused;
    const label = this.paused ? "Resume" : "Pause";
    this.pause.title = `${label} (p)`;
    fill(this.pause, [icon(this.paused ? "forward" : "pause"), label]);
    if (!this.paused) this.game.step("last");
    this.#continue();
    this.game.showPosition(false);
  }

  #playOne() {
    this.game.step("last");
    this.single = true;
    this.#continue();
  }
}
