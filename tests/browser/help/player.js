// A player who plays random moves with the mouse or with the keyboard alone.

import assert from "node:assert/strict";
import { newTable, open, until } from "./browser.js";

/** @typedef {import("playwright-core").Page} Page */

export const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };
/** A position of Isaac with tiles to remove. */
export const SCORING = "std_score_d_a1c1.f3f9_g5j5.d10g10_34320-42321_12-7_n";

/** A position of Qawale in which Light wins with d3, d2, d1: four on rank 1. */
export const NEARLY_WON = "std_nnnd.nnd.0.nnd-0.0.0.n-0.0.0.0-l.l.l.0_l";

/** A random number generator that repeats itself. @param {number} seed */
export function dice(seed) {
  let state = seed >>> 0 || 1;
  return (/** @type {number} */ sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** What the page shows. @param {Page} page */
function seen(page) {
  return page.evaluate(() => ({
    drawn: document.querySelector(".stage")?.getAttribute("data-drawn") ?? "0",
    over: !!document.querySelector(".after-game .result"),
    squares: [...document.querySelectorAll(".cell.can")].map((cell) => cell.getAttribute("data-square") ?? ""),
    words: [...document.querySelectorAll(".choices button.primary")].map((button) => button.textContent ?? ""),
    isNumber: !!document.querySelector(".number-choice"),
  }));
}

/** Waits until something can be chosen or the game is over. @param {Page} page @param {string} after */
async function ready(page, after) {
  await until(page, (drawn) => {
    const stage = document.querySelector(".stage");
    const open = document.querySelector(".cell.can, .choices button.primary, .number-choice");
    return stage?.getAttribute("data-drawn") !== drawn && (open || document.querySelector(".after-game .result"));
  }, after);
  return seen(page);
}

/**
 * Plays until the game is over, and returns how many steps it took.
 * @param {Page} page
 * @param {{ square: (page: Page, name: string) => Promise<void>, press: (page: Page, selector: string) => Promise<void> }} hand
 * @param {{ seed?: number, most?: number }} [more]
 */
export async function playOn(page, hand, { seed = 7, most = 1000 } = {}) {
  const roll = dice(seed);
  let now = await ready(page, "none");
  for (let steps = 0; steps < most; steps++) {
    if (now.over) return steps;
    const count = now.squares.length + (now.isNumber ? 1 : now.words.length);
    assert.ok(count > 0, "nothing is offered");
    const pick = roll(count);
    const square = now.squares[pick];
    if (square) await hand.square(page, square);
    else if (now.isNumber) await hand.press(page, ".number-choice button");
    else await hand.press(page, `.choices button.primary >> nth=${pick - now.squares.length}`);
    now = await ready(page, now.drawn);
  }
  return most;
}

export const mouse = {
  /** @param {Page} page @param {string} name */
  square: (page, name) => page.click(`.cell[data-square="${name}"]`),
  /** @param {Page} page @param {string} selector */
  press: (page, selector) => page.click(selector),
};

/** Uses only the keyboard: Tab moves to the board and to buttons, arrows move on the board. */
export const keyboard = {
  /** @param {Page} page @param {string} name */
  async square(page, name) {
    const here = await page.evaluate(() => document.activeElement?.getAttribute("data-square"));
    if (!here) await tabTo(page, '.cell[tabindex="0"]');
    const way = await page.evaluate((target) => {
      const rows = [...document.querySelectorAll(".grid .row")].map((row) => [...row.children]);
      const find = (/** @type {Element | null} */ cell) => {
        const row = rows.findIndex((cells) => cell && cells.includes(cell));
        return [row, rows[row]?.indexOf(/** @type {Element} */ (cell)) ?? -1];
      };
      const [fromRow = 0, fromColumn = 0] = find(document.activeElement);
      const [row = 0, column = 0] = find(document.querySelector(`.cell[data-square="${target}"]`));
      return [row - fromRow, column - fromColumn];
    }, name);
    const [down = 0, right = 0] = way;
    for (let step = 0; step < Math.abs(down); step++) await page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
    for (let step = 0; step < Math.abs(right); step++) await page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
    await page.keyboard.press("Enter");
  },
  /** @param {Page} page @param {string} selector */
  async press(page, selector) {
    await tabTo(page, selector);
    await page.keyboard.press("Enter");
  },
};

/** @param {Page} page @param {string} selector */
export async function tabTo(page, selector) {
  const target = await page.locator(selector).first().elementHandle();
  for (let presses = 0; presses < 60; presses++) {
    if (await target?.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab never reaches ${selector}`);
}

/**
 * Creates a table and opens its first seat; all play on this device unless the setup says otherwise.
 * @param {Page} page
 * @param {object} setup
 */
export async function openSeat(page, setup) {
  const table = await newTable({ seats: [{ kind: "person" }, { kind: "person" }], ...setup });
  await open(page, `${table.id}/${table.seats[0].secret}`);
  await page.waitForSelector(".cell");
}

/** Clicks squares, each as soon as it can be chosen. @param {Page} page @param {string[]} squares */
export async function choose(page, ...squares) {
  for (const square of squares) await page.click(`.cell.can[data-square="${square}"]`);
}

/** @param {Page} page @param {string} selector @returns {Promise<{ x: number, y: number, width: number, height: number }>} */
export async function box(page, selector) {
  const found = await page.locator(selector).first().boundingBox();
  assert.ok(found, `${selector} is not shown`);
  return found;
}

/**
 * Plays some moves, then shows them again with animations. `watch` is called before that.
 * @param {Page} page
 * @param {object} setup of the table
 * @param {(page: Page) => Promise<void>} [watch]
 */
export async function replay(page, setup, watch = async () => {}) {
  await openSeat(page, setup);
  await playOn(page, mouse, { seed: 5, most: 20 });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const count = await page.locator(".moves .move").count();
  assert.ok(count > 1);
  await page.keyboard.press("ArrowUp");
  await watch(page);
  for (let made = 1; made <= count; made++) {
    await page.keyboard.press("ArrowRight");
    await until(page, (made) => document.querySelectorAll(".moves .move")[made - 1]?.getAttribute("aria-current"), made);
    await until(page, () => !document.getAnimations().length);
  }
}
