// Ways to enter moves: tiles from the tray, paths, premoves, confirmation; and what the board shows meanwhile.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, countIs, open, playAs, tableForTwo, textIs, until, withPage } from "./help/browser.js";
import { box, choose, openSeat, PHONE, SCORING, tabTo } from "./help/player.js";

after(closeBrowser);

/** @typedef {import("playwright-core").Page} Page */

/** The middle of an element. @param {Page} page @param {string} selector @returns {Promise<[number, number]>} */
async function middle(page, selector) {
  const { x, y, width, height } = await box(page, selector);
  return [x + width / 2, y + height / 2];
}

/** @param {string} name */
const cell = (name) => `.cell[data-square="${name}"]`;

/** The tile of this length in the tray. @param {number} length */
const tile = (length) => `.tray-tile >> nth=${length - 3}`;

/** Drags with the mouse, and stops before the button is released. @param {Page} page @param {string[]} way */
async function drag(page, ...way) {
  const [first = "", ...rest] = way;
  await page.mouse.move(...(await middle(page, first)));
  await page.mouse.down();
  for (const part of rest) await page.mouse.move(...(await middle(page, part)), { steps: 4 });
}

test("a tile is dragged from the tray, shown as a ghost, turned with the wheel, and placed", async () => {
  await withPage({}, async (page) => {
    await openSeat(page, { game: "isaac" });
    await page.waitForSelector(".tray-tile");
    await textIs(page, ".tray-tile .left", "×5");
    await drag(page, tile(4), cell("e5"));
    await page.waitForSelector(".canvas .ghost");
    await page.mouse.up();
    await textIs(page, ".moves .move", "c5f5");
    // Squares where the tile cannot lie are grey, and refuse it.
    await page.click(tile(3));
    await page.waitForSelector(".grid.placing");
    assert.equal(await page.locator(`.grid.placing ${cell("d5")}.can`).count(), 0);
    await page.click(cell("d5"));
    await page.waitForSelector(".refusal:has-text('already covered')");
    await page.hover(cell("b2"));
    await page.mouse.wheel(0, 100);
    await page.waitForSelector(".tray-tile.upright");
    await page.click(cell("b2"));
    await textIs(page, ".moves .move >> nth=1", "b1b3");
  });
});

test("a tile is tapped, turned with a second tap, and placed with a third", async () => {
  await withPage(PHONE, async (page) => {
    await openSeat(page, { game: "isaac" });
    await page.tap(tile(5));
    await page.waitForSelector('.tray-tile[aria-pressed="true"]');
    await page.tap(tile(5));
    await page.waitForSelector(".tray-tile.upright");
    await page.tap(cell("c3"));
    await textIs(page, ".moves .move", "c1c5");
  });
});

test("a tile is chosen, turned and placed with the keyboard", async () => {
  await withPage({}, async (page) => {
    await openSeat(page, { game: "isaac" });
    await page.waitForSelector(".tray-tile");
    await tabTo(page, ".tray-tile");
    await page.keyboard.press("Enter");
    await page.keyboard.press("t");
    await page.waitForSelector(".tray-tile.upright");
    await page.keyboard.press("b");
    await until(page, () => document.activeElement?.matches('[data-square="a1"]'));
    await page.waitForSelector(".canvas .ghost");
    await page.keyboard.press("Enter");
    await textIs(page, ".moves .move", "a1a3");
  });
});

test("scoring shows the sum, previews the counter and accepts a click on its square", async () => {
  await withPage({}, async (page) => {
    await openSeat(page, { game: "isaac", position: SCORING });
    await choose(page, "f5");
    await textIs(page, ".status", /value 6 × \d other tiles?.* = \d+/);
    const targets = await page.locator(".cell.can").evaluateAll((cells) => cells.map((one) => one.getAttribute("data-square") ?? ""));
    const target = targets.at(-1) ?? "";
    await page.hover(cell(target));
    await page.waitForSelector(`.canvas .counter[data-on="${target}"]`);
    await page.hover(".game-name");
    await page.waitForSelector(`.canvas .counter[data-on="${target}"]`, { state: "detached" });
    await page.click(cell(target));
    await textIs(page, ".moves .move", /^f3=\d+$/);
  });
});

test("a stack is sown by dragging it along a path, with the player's stone on top", async () => {
  await withPage({}, async (page) => {
    await openSeat(page, { game: "qawale" });
    await page.waitForSelector(".cell.can");
    await drag(page, cell("a1"), cell("b1"));
    await textIs(page, ".so-far", "a1 b1");
    await page.waitForSelector('.canvas .held[data-held="b1"]');
    await drag(page, cell("b1"), cell("c1"), cell("d1"));
    await page.mouse.up();
    await textIs(page, ".moves .move", "a1eee");
    await countIs(page, ".canvas .held", 0);
  });
});

test("a checker that may not move says why, and the board shows the groups", async () => {
  await withPage({}, async (page) => {
    await openSeat(page, { game: "clusterfuss", position: "size-3_br1-1rr-3_r" });
    await page.waitForSelector(".cell.can");
    await page.click(cell("b2"));
    await page.waitForSelector(".refusal:has-text('would split')");
    await countIs(page, '.cell[data-group="1"]', 1);
    await countIs(page, '.cell[data-group="2"]', 2);
    await page.click(cell("b3"));
    await countIs(page, '.cell[data-group="1"]', 0);
  });
});

test("checkers that are cut off fade out, and their squares stay marked", async () => {
  await withPage({ reducedMotion: "no-preference" }, async (page) => {
    await openSeat(page, { game: "clusterfuss", position: "size-3_brb-2r-2b_r" });
    await page.waitForSelector(".cell.can");
    await page.evaluate(() => {
      const faded = (/** @type {any} */ (globalThis).faded = /** @type {Element[]} */ ([]));
      const animate = Element.prototype.animate;
      Element.prototype.animate = /** @this {Element} */ (function (/** @type {any} */ frames, /** @type {any} */ timing) {
        if (this.matches(".leaving") && frames.at(-1)?.opacity === 0) faded.push(this);
        return animate.call(/** @type {any} */ (this), frames, timing);
      });
    });
    await choose(page, "b3", "c3");
    await page.waitForSelector('.canvas [data-removed="a3"]', { state: "attached" });
    await countIs(page, ".canvas .removed", 1);
    await until(page, () => /** @type {any} */ (globalThis).faded.length > 0);
    await countIs(page, ".canvas .leaving", 0);
  });
});

test("a premove is shown, and played when the turn comes", async () => {
  await withPage({}, async (page) => {
    const { id, secrets } = await tableForTwo({ game: "staqs" });
    await open(page, `${id}/${secrets[1]}`);
    await page.waitForSelector(".cell");
    await textIs(page, ".status", /to move/);
    await page.click(cell("d4"));
    await countIs(page, ".cell.premove", 1);
    await textIs(page, ".so-far", "Premove d4");
    await playAs(id, secrets[0], "b2");
    await countIs(page, ".moves .move", 2);
    await textIs(page, ".moves .move >> nth=1", "d4");
    await countIs(page, ".cell.premove", 0);
  });
});

test("a premove is cancelled by Esc, by a click, or because it has become impossible", async () => {
  await withPage({}, async (page) => {
    const { id, secrets } = await tableForTwo({ game: "staqs" });
    await open(page, `${id}/${secrets[1]}`);
    await page.waitForSelector(".cell");
    await textIs(page, ".status", /to move/);
    for (const cancel of [() => page.keyboard.press("Escape"), () => page.click(cell("a1"))]) {
      await page.click(cell("d4"));
      await countIs(page, ".cell.premove", 1);
      await cancel();
      await countIs(page, ".cell.premove", 0);
    }
    await page.click(cell("d4"));
    await countIs(page, ".cell.premove", 1);
    await playAs(id, secrets[0], "d4");
    await page.waitForSelector(".toast:has-text('not possible any more')");
    await page.waitForSelector(".cell.can");
    await countIs(page, ".moves .move", 1);
  });
});

test("a tile from the tray can be a premove", async () => {
  await withPage({}, async (page) => {
    const { id, secrets } = await tableForTwo({ game: "isaac" });
    await open(page, `${id}/${secrets[1]}`);
    await textIs(page, ".status", /to move/);
    await page.click(tile(5));
    await page.waitForSelector('.tray-tile[aria-pressed="true"]');
    await page.keyboard.press("t");
    await page.waitForSelector(".tray-tile.upright");
    await page.hover(cell("c4"));
    await page.waitForSelector(".canvas .ghost");
    await page.click(cell("c4"));
    await textIs(page, ".so-far", "Premove c2c6");
    // The whole tile is marked.
    assert.deepEqual(await page.locator(".cell.premove").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-square")).sort()), ["c2", "c3", "c4", "c5", "c6"]);
    await playAs(id, secrets[0], "a1d1");
    await textIs(page, ".moves .move >> nth=1", "c2c6");
    await countIs(page, ".cell.premove", 0);
  });
});

test("moves on touch screens wait for confirmation if the user wants that", async () => {
  await withPage(PHONE, async (page) => {
    await page.addInitScript(() => localStorage.setItem("strata.settings", JSON.stringify({ confirm: true })));
    await openSeat(page, { game: "staqs" });
    await choose(page, "c3");
    await page.waitForSelector("text=Confirm c3");
    await countIs(page, ".moves .move", 0);
    await page.click('.choices button:has-text("Confirm")');
    await textIs(page, ".moves .move", "c3");
  });
});

test("Escape leaves the field for typed moves", async () => {
  await withPage({}, async (page) => {
    await openSeat(page, { game: "staqs" });
    await page.waitForSelector(".cell.can");
    await page.keyboard.press("m");
    await until(page, () => document.activeElement?.matches(".typed"));
    await page.keyboard.press("Escape");
    await until(page, () => document.activeElement?.matches(".cell"));
  });
});
