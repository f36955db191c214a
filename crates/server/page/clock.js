// Clocks, which run between the messages of the server.

import { h } from "./dom.js";
import { playSound } from "./sound.js";

/** @typedef {import("./types").Table} Table */

/** With less than this, in milliseconds, time is running out. */
const LOW = 10_000;

/** @param {number} ms */
export function clockText(ms) {
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
    this.online = true;
    const timer = setInterval(() => this.draw(), 100);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /**
   * @param {number} player
   * @returns {HTMLElement} the element that shows the time of a player
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

  /** Stops the clocks while the connection is lost, because the current times are unknown. @param {boolean} online */
  setOnline(online) {
    this.online = online;
    for (const face of this.faces.values()) face.classList.toggle("unsure", !online);
  }

  draw() {
    const { table } = this;
    if (!table || !this.online) return;
    for (const [player, face] of this.faces) {
      const clock = table.clocks?.[player];
      face.hidden = !clock;
      if (!clock) continue;
      const running = table.clock_running === player;
      const elapsed = running ? performance.now() - this.since : 0;
      const times = [clock.game_ms, clock.turn_ms].flatMap((ms) => (ms === null || ms === undefined ? [] : [ms - elapsed]));
      const text = times.map(clockText).join(" · ");
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("running", running);
      const low = running && Math.min(...times) < LOW;
      if (low && !face.classList.contains("low") && table.you.includes(player)) playSound("low");
      face.classList.toggle("low", low);
    }
  }
}
