// The board never moves, no text is cut off, and the game fits on the screen.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, games, newTable, open, until, withPage } from "./help/browser.js";
import { mouse, openSeat, playOn, SCORING } from "./help/player.js";
import { assertStill, SIZES, watchLayout } from "./help/watch.js";

after(closeBrowser);

const NAMES = ["Wolfgang Amadeus Theophilus von Salzburg", "Bo"];

/** Opens a page of each size and calls `work` with all of them. @param {(pages: import("playwright-core").Page[]) => Promise<void>} work @param {import("playwright-core").Page[]} [pages] @returns {Promise<void>} */
async function withSizes(work, pages = []) {
  const viewport = SIZES[pages.length];
  if (!viewport) return work(pages);
  await withPage({ viewport }, (page) => withSizes(work, [...pages, page]));
}

for (const { id, name } of await games()) {
  test(`the board does not move and no text is cut off in a whole game of ${name} at five sizes`, async () => {
    await withSizes(async (pages) => {
      const table = await newTable({ game: id, seats: NAMES.map((name) => ({ kind: "person", name })), clock: "10+5" });
      for (const page of pages) {
        await open(page, `${table.id}/${table.seats[0].secret}`);
        await page.waitForSelector(".cell.can");
        await watchLayout(page);
      }
      const [, , player] = pages;
      assert.ok(player);
      await playOn(player, mouse, { seed: 5 });
      for (const [index, page] of pages.entries()) {
        await page.waitForSelector(".after-game .result", { state: "attached" });
        await assertStill(page, `${name} at ${SIZES[index]?.width}×${SIZES[index]?.height}`);
      }
    });
  });
}

test("refusals, descriptions, previews and half-entered moves do not move the board", async () => {
  for (const viewport of SIZES) {
    await withPage({ viewport }, async (page) => {
      await openSeat(page, { game: "isaac", position: SCORING });
      await page.waitForSelector(".cell.can");
      await watchLayout(page);
      for (const square of ["b1", "g5", "f4", "f5"]) {
        await page.hover(`.cell[data-square="${square}"]`);
        await until(page, (name) => document.querySelector(".readout")?.textContent?.startsWith(name), square);
      }
      await page.click('.cell[data-square="h5"]');
      await page.waitForSelector(".refusal");
      await page.click('.cell[data-square="f5"]');
      await page.waitForSelector(".number-choice");
      await page.keyboard.press("Escape");
      await page.waitForSelector(".number-choice", { state: "detached" });
      await assertStill(page, `${viewport.width}×${viewport.height}`);
    });
  }
});

test("board and players fit without scrolling", async () => {
  for (const viewport of SIZES) {
    for (const { id } of await games()) {
      await withPage({ viewport }, async (page) => {
        await openSeat(page, { game: id, clock: "5+3" });
        await page.waitForSelector(".cell.can");
        const bottoms = await page.evaluate(() => [".above", ".board", ".below", ".says", ".strip"].map((part) => {
          const box = document.querySelector(part)?.getBoundingClientRect();
          return { part, top: box?.top ?? -1, bottom: box?.bottom ?? Infinity, right: box?.right ?? Infinity };
        }));
        for (const { part, top, bottom, right } of bottoms) {
          assert.ok(top >= 0 && bottom <= viewport.height && right <= viewport.width, `${id} ${viewport.width}×${viewport.height}: ${part} ${top} to ${bottom}`);
        }
        if (viewport.width > 800) {
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          assert.ok(height <= viewport.height, `${id} ${viewport.width}×${viewport.height}: the page is ${height} high`);
        }
      });
    }
  }
});

test("a large screen shows the board, the moves and the review side by side", async () => {
  await withPage({ viewport: { width: 2560, height: 1440 } }, async (page) => {
    await openSeat(page, { game: "staqs" });
    await page.click("text=Resign");
    await page.click("dialog .danger");
    await page.waitForSelector(".after-game .result");
    const [board, moves, review] = await Promise.all([".board", ".moves", ".after-game"].map((part) => page.locator(part).boundingBox()));
    assert.ok(board && moves && review);
    assert.ok(board.x + board.width <= moves.x && moves.x + moves.width <= review.x, JSON.stringify([board, moves, review]));
    assert.ok(review.x + review.width - board.x > 2000, "the width is used");
  });
});

test("the rules of a game open over the board, and the links of the header keep the game", async () => {
  await withPage({}, async (page) => {
    await openSeat(page, { game: "qawale" });
    await page.waitForSelector(".cell.can");
    const address = page.url();
    await page.click('[aria-label="Rules"]');
    await page.waitForSelector("dialog h2:has-text('Rules of Qawale')");
    await page.keyboard.press("Escape");
    assert.equal(page.url(), address);
    assert.match((await page.getAttribute("header a[data-page=rules]", "href")) ?? "", /^rules\/qawale$/);
    await page.click("header a[data-page=analysis]");
    await page.waitForSelector(".analysis .cell.can");
    assert.match(page.url(), /analysis\/qawale\//);
  });
});
