// Boards: marks, materials and views, and the settings as a page.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { BASE, closeBrowser, countIs, open, until, withPage } from "./help/browser.js";
import { box, choose, NEARLY_WON, openSeat, PHONE, SCORING } from "./help/player.js";

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

test("a key changes between the view from above and the one at an angle", async () => {
  await withPage({}, async (page) => {
    for (const path of ["game", "analysis/qawale"]) {
      if (path === "game") await openSeat(page, { game: "qawale" });
      else await open(page, path);
      await page.waitForSelector(".cell.can");
      const drawn = () => page.locator(".canvas svg").getAttribute("data-look");
      const before = await drawn();
      await page.keyboard.press("v");
      await until(page, (look) => document.querySelector(".canvas svg")?.getAttribute("data-look") !== look, before);
      await page.keyboard.press("v");
      await until(page, (look) => document.querySelector(".canvas svg")?.getAttribute("data-look") === look, before);
    }
  });
});

test("values on squares leave the numbers of tiles free", async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }, { width: 2560, height: 1440 }]) {
    await withPage({ viewport }, async (page) => {
      await open(page, `analysis/isaac/${SCORING}`);
      await page.waitForSelector(".canvas .tile");
      const covered = await page.evaluate(() => {
        const texts = [...document.querySelectorAll(".canvas .tile text")].map((text) => text.getBoundingClientRect());
        const found = [];
        for (const cell of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".cell"))) {
          cell.dataset.value = "estimate";
          cell.dataset.letter = "W";
          const { left, top } = cell.getBoundingClientRect();
          const badge = getComputedStyle(cell, "::after");
          const [x, y, width, height] = [badge.left, badge.top, badge.width, badge.height].map((length) => parseFloat(length));
          const [right, bottom] = [left + (x ?? NaN) + (width ?? NaN), top + (y ?? NaN) + (height ?? NaN)];
          // The box of a text is higher than its digits.
          if (texts.some((text) => text.left < right && left < text.right && text.top + text.height / 5 < bottom && top < text.bottom)) found.push(cell.dataset.square);
          if (!(right > left && bottom > top)) found.push(`${cell.dataset.square} has no badge`);
        }
        return texts.length ? found : ["no numbers"];
      });
      assert.deepEqual(covered, [], `${viewport.width}×${viewport.height}`);
    });
  }
});

test("the picture of a finished game looks like its board", async () => {
  await withPage({ colorScheme: "dark" }, async (page) => {
    await page.addInitScript(() => localStorage.setItem("strata.settings", JSON.stringify({ board: "slate" })));
    await openSeat(page, { game: "qawale", position: NEARLY_WON });
    await choose(page, "d3", "d2", "d1");
    const address = await page.waitForSelector('a[data-picture="svg"]').then((link) => link.getAttribute("href"));
    const picture = await (await fetch(new URL(address ?? "", BASE))).text();
    const look = await page.locator(".canvas svg").getAttribute("data-look");
    assert.ok(look && picture.includes(`data-look="${look}"`), `${look} is not in ${picture.slice(0, 300)}`);
  });
});
