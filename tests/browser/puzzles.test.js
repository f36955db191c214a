// Puzzles: solving, mistakes, hints, progress, and the list.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, open, textIs, until, withPage } from "./help/browser.js";

after(closeBrowser);

/** A puzzle of the original STAQS program, the squares of its first move, and a wrong move. */
const PUZZLE = "puzzles/classic-1";
const RIGHT = ["b2", "a2"];
const WRONG = ["c1", "d1"];

/** The rating of a new player, in millionths. */
const NEW_PLAYER = 1200e6;

/** Clicks on squares one after the other. @param {import("playwright-core").Page} page @param {string[]} squares */
async function click(page, squares) {
  for (const square of squares) await page.click(`.cell[data-square="${square}"]`);
}

/** @param {import("playwright-core").Page} page @returns {Promise<any>} the stored progress */
const progress = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("strata.puzzles") ?? "null"));

/** Waits for a message that contains one of some texts. @param {import("playwright-core").Page} page @param {string[]} texts */
const says = (page, ...texts) => until(page, (/** @type {string[]} */ wanted) => wanted.some((text) => document.querySelector(".puzzle-message")?.textContent?.includes(text)), texts);

test("a wrong move is refuted on the board, and after a reload the failure is still known", async () => {
  await withPage({}, async (page) => {
    await open(page, PUZZLE);
    await page.waitForSelector(".cell.can");
    await click(page, WRONG);
    await says(page, "c1d1 is wrong: after");
    const stored = await progress(page);
    assert.equal(stored.puzzles["classic-1"], "failed");
    assert.ok(stored.rating.rating < NEW_PLAYER);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForSelector(".cell.can");
    await click(page, RIGHT);
    await until(page, () => /Right|solution/.test(document.querySelector(".puzzle-message")?.textContent ?? ""));
    await page.reload();
    await page.waitForSelector(".cell.can");
    assert.deepEqual(await progress(page), stored);
    await open(page, "puzzles");
    await page.waitForSelector('.puzzle-list a.failed[href$="classic-1"]');
  });
});

test("a hint marks the move and costs rating", async () => {
  await withPage({}, async (page) => {
    await open(page, PUZZLE);
    await page.waitForSelector(".cell.can");
    await page.getByRole("button", { name: "Hint" }).click();
    await says(page, "Hint: b2a2.");
    assert.equal(await page.locator(".cell.hint").count(), 2);
    const stored = await progress(page);
    assert.equal(stored.puzzles["classic-1"], "hint");
    assert.ok(stored.rating.rating < NEW_PLAYER);
    let text = (await page.textContent(".puzzle-message")) ?? "";
    while (!text.includes("Solved with a hint.")) {
      const hint = text.match(/Hint: (\S+)\./)?.[1] ?? "";
      await click(page, hint.match(/[a-e][1-5]/g) ?? []);
      await says(page, "Solved with a hint.", "Go on.");
      text = (await page.textContent(".puzzle-message")) ?? "";
      if (text.includes("Solved")) break;
      await page.waitForSelector(".cell.can");
      await page.getByRole("button", { name: "Hint" }).click();
      await says(page, "Hint: ");
      text = (await page.textContent(".puzzle-message")) ?? "";
    }
    assert.deepEqual(await progress(page), stored);
    await page.getByRole("link", { name: "All puzzles" }).click();
    await page.waitForSelector('.puzzle-list a.hint[href$="classic-1"]');
  });
});

test("the puzzle of the day opens from the list", async () => {
  await withPage({}, async (page) => {
    await open(page, "puzzles");
    await textIs(page, "h1", "Puzzles");
    await page.getByRole("link", { name: "Puzzle of the day" }).click();
    await textIs(page, "h1", "Puzzle of the day");
    await page.waitForSelector(".cell.can");
  });
});
