// The tray: tiles to choose or drag from the hand. A second click turns the chosen tile.

import { core } from "./core.js";
import { fill, h } from "./dom.js";
import { THRESHOLD } from "./dragging.js";

/** @typedef {import("./types").HandItem} HandItem */
/** @typedef {{ length: number, upright: boolean }} Tile */

/**
 * @typedef {object} TrayHost
 * @property {(tile: Tile) => void} choose
 * @property {() => void} turn
 * @property {(x: number, y: number) => void} drag a tile is dragged to a place of the window
 * @property {(x: number, y: number) => void} drop
 * @property {() => void} cancel a drag ends without a drop
 */

export class Tray {
  /** @param {string} game @param {TrayHost} host */
  constructor(game, host) {
    this.game = game;
    this.host = host;
    this.element = h("div", { class: "tray", role: "group", "aria-label": "Tiles in hand" });
    /** @type {Map<number, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {Map<number, Tile>} the tiles that can be chosen */
    this.tiles = new Map();
    /** @type {Tile | null} */
    this.chosen = null;
    /** @type {{ length: number, x: number, y: number, moved: boolean } | null} where the pointer was pressed */
    this.pressed = null;
    /** Whether the pointer has dragged a tile since it was pressed. */
    this.dragged = false;
  }

  /**
   * @param {HandItem[]} hand
   * @param {number} side
   * @param {Tile[]} tiles that can be chosen
   * @param {Tile | null} chosen
   */
  update(hand, side, tiles, chosen) {
    const items = hand.filter(({ length }) => length > 1);
    this.chosen = chosen;
    this.tiles = new Map(tiles.map((tile) => [tile.length, tile]));
    if (items.map(({ length }) => length).join() !== [...this.buttons.keys()].join()) {
      this.buttons = new Map(items.map(({ length }) => [length, this.#button(length)]));
      fill(this.element, [...this.buttons.values()]);
    }
    this.element.dataset.paint = core.gameInfo(this.game).sides[side]?.paint ?? "";
    for (const { length, count, name } of items) {
      const button = this.buttons.get(length);
      if (!button) continue;
      const isChosen = chosen?.length === length;
      button.disabled = !this.tiles.has(length);
      button.setAttribute("aria-pressed", String(isChosen));
      button.setAttribute("aria-label", `${name}, ${count} left${isChosen ? `, ${chosen.upright ? "upright" : "level"}` : ""}`);
      button.title = isChosen ? "Turn it (t)" : `Drag it to the board, or click it and then a square. ${count} left`;
      button.classList.toggle("upright", isChosen && !!chosen?.upright);
      const left = button.querySelector(".left");
      if (left) left.textContent = `×${count}`;
    }
  }

  /** @param {number} length */
  #button(length) {
    const cells = Array.from({ length }, () => h("i"));
    const button = h("button", { type: "button", class: "tray-tile", onclick: (/** @type {MouseEvent} */ event) => this.#click(length, event) },
      h("span", { class: "tile-shape", "aria-hidden": "true" }, ...cells, h("b", {}, String(length))), h("span", { class: "left", "aria-hidden": "true" }));
    button.style.setProperty("--length", String(length));
    button.addEventListener("pointerdown", (event) => {
      this.dragged = false;
      if (event.button !== 0 || !event.isPrimary || button.disabled) return;
      this.pressed = { length, x: event.clientX, y: event.clientY, moved: false };
      // A fast pointer leaves the tile before it moves for the first time.
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener("pointermove", (event) => this.#move(event));
    button.addEventListener("pointerup", (event) => this.#release(event));
    button.addEventListener("pointercancel", () => this.#cancel());
    return button;
  }

  /** @param {number} length @param {MouseEvent} event */
  #click(length, event) {
    // A click with the mouse may be the end of a drag; one with the keyboard never is.
    if (this.dragged && event.detail) return;
    const tile = this.tiles.get(length);
    if (this.chosen?.length === length) this.host.turn();
    else if (tile) this.host.choose({ ...tile, upright: this.chosen?.upright ?? tile.upright });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { pressed } = this;
    if (!pressed) return;
    if (!pressed.moved) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < THRESHOLD) return;
      pressed.moved = true;
      this.dragged = true;
      const tile = this.tiles.get(pressed.length);
      if (tile && this.chosen?.length !== pressed.length) this.host.choose(tile);
    }
    this.host.drag(event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const { pressed } = this;
    this.pressed = null;
    if (pressed?.moved) this.host.drop(event.clientX, event.clientY);
  }

  #cancel() {
    if (this.pressed?.moved) this.host.cancel();
    this.pressed = null;
  }
}
