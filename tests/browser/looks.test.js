// Boards: marks, materials and views, and the settings as a page.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, countIs, open, until, withPage } from "./help/browser.js";
import { box, choose, openSeat, PHONE } from "./help/player.js";

after(closeBrowser);

/** @typedef {import("playwright-core").Page} Page */

test("marks are drawn below the pieces, one for each meaning", async () => {
  await withPage({}, async (page) => {
    await openSeat(page, { game: "qawale" });
    await page.waitForSelector(".cell.can");
    await countIs(page, ".added.movable", 4);
    await choose(page, "a1");
    await page.waitForSelector(".so-far");
    await countIs(page, ".added.target", 2);
    await choose(page, "a2", "a3");
    await countIs(page, ".added.onto", 1);
    const areBelow = await page.locator(".canvas svg").evaluate((svg) => {
      const parts = [...svg.children];
      const last = parts.findLastIndex((part) => part.querySelector(".mark, .added"));
      return last >= 0 && last < parts.findIndex((part) => part.matches(".piece"));
    });
    assert.ok(areBelow);
  });
});

test("the hover mark does not cover the piece and goes with a click", async () => {
  await withPage({}, async (page) => {
    await openSeat(page, { game: "clusterfuss" });
    await page.waitForSelector(".cell.can");
    const square = await page.locator(".cell.can").first().getAttribute("data-square");
    await page.hover(`.cell[data-square="${square}"]`);
    await countIs(page, ".added.hover", 1);
    const background = await page.locator(`.cell[data-square="${square}"]`).evaluate((cell) => getComputedStyle(cell).backgroundColor);
    assert.equal(background, "rgba(0, 0, 0, 0)");
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForSelector(".so-far");
    await countIs(page, ".added.hover", 0);
  });
});

test("settings have an address and change boards on all pages", async () => {
  await withPage({}, async (page) => {
    await open(page, "settings");
    await page.waitForSelector("h1:has-text('Settings')");
    await until(page, () => [...document.querySelectorAll(".board-preview")].filter((image) => /** @type {HTMLImageElement} */ (image).src).length === 4);
    await page.check("input[value=felt]", { force: true });
    await page.check("input[value=above]", { force: true });
    await open(page, "analysis/qawale");
    await page.waitForSelector('.canvas svg[data-look="fls"]');
    // The dialog has the same settings, and the board follows at once.
    await page.click("#settings");
    assert.ok(await page.isChecked("dialog input[value=felt]"));
    await page.check("dialog input[value=paper]", { force: true });
    await page.check("dialog input[value=angled]", { force: true });
    await page.waitForSelector('.canvas svg[data-look="pla"]');
  });
});

test("an unknown board in the stored settings is wood", async () => {
  await withPage({}, async (page) => {
    await open(page);
    await page.evaluate(() => localStorage.setItem("strata.settings", JSON.stringify({ board: "marble" })));
    await open(page, "analysis/qawale");
    await page.waitForSelector('.canvas svg[data-look="wla"]');
  });
});

test("the cells cover the squares of the picture on every board and view", async () => {
  for (const size of [{}, PHONE]) {
    await withPage(size, async (page) => {
      for (const game of ["qawale", "isaac"]) {
        await open(page, `analysis/${game}`);
        await page.waitForSelector(".cell.can");
        for (const square of ["a1", "d4"]) {
          const [cell, drawn] = [await box(page, `.cell[data-square="${square}"]`), await box(page, `.canvas [data-square="${square}"] rect`)];
          for (const side of /** @type {const} */ (["x", "y", "width", "height"])) {
            assert.ok(Math.abs(cell[side] - drawn[side]) < 1, `${game} ${square} ${side}: ${cell[side]} ${drawn[side]}`);
          }
        }
      }
    });
  }
});
