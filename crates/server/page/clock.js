// Clocks that run on between the server's messages.

import { h } from "./dom.js";

/** @typedef {import("./types").Table} Table */

/** @param {number} ms */
function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export class Clocks {
  /** @param {AbortSignal} signal */
  constructor(signal) {
    /** @type {Map<number, HTMLElement>} */
    this.faces = new Map();
    /** @type {Table | null} */
    this.table = null;
    this.since = 0;
    /** Whether the server is heard. */
    this.trusted = true;
    const timer = setInterval(() => this.draw(), 100);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /**
   * @param {number} player
   * @returns {HTMLElement} where this player's time is shown
   */
  face(player) {
    const face = this.faces.get(player) ?? h("span", { class: "clock", role: "timer", "aria-live": "off" });
    this.faces.set(player, face);
    return face;
  }

  /** @param {Table} table */
  update(table) {
    this.table = table;
    this.since = performance.now();
    this.draw();
  }

  /** Nobody knows whose clock runs while the connection is lost. @param {boolean} trusted */
  trust(trusted) {
    this.trusted = trusted;
    for (const face of this.faces.values()) face.classList.toggle("unsure", !trusted);
  }

  draw() {
    const { table } = this;
    if (!table || !this.trusted) return;
    for (const [player, face] of this.faces) {
      const clock = table.clocks?.[player];
      face.hidden = !clock;
      if (!clock) continue;
      const running = table.clock_running === player;
      const gone = running ? performance.now() - this.since : 0;
      const times = [clock.game_ms, clock.turn_ms].flatMap((ms) => (ms === null || ms === undefined ? [] : [ms - gone]));
      const text = times.map(clockText).join(" · ");
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("running", running);
      face.classList.toggle("low", running && Math.min(...times) < 10_000);
    }
  }
}
