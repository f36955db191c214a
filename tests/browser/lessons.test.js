// Lessons in the browser.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { BASE, closeBrowser, textIs, withPage } from "./help/browser.js";

after(closeBrowser);

/** The squares that complete each step of the lesson of Clusterfuss. */
const ANSWERS = [["a4", "b4"], ["b2", "b1"], ["c2"], ["b2"], ["c1", "b1"], ["b2", "b3"], ["b3"], ["a2", "b2"], ["a3", "b3"], ["b2", "c2"]];

/** @param {import("playwright-core").Page} page @param {string[]} squares */
async function choose(page, squares) {
  for (const square of squares) await page.click(`.cell[data-square="${square}"]`);
}

test("the lesson of Clusterfuss is completed, and starts a game against level 1", async () => {
  await withPage({}, async (page) => {
    await page.goto(`${BASE}learn/clusterfuss`);
    for (const [number, squares] of ANSWERS.entries()) {
      await textIs(page, ".lesson .faint", `Step ${number + 1} of ${ANSWERS.length}`);
      await choose(page, squares);
      await page.waitForSelector(".reply.right:not([hidden])");
      await page.click('role=button[name="Continue"]');
    }
    await textIs(page, ".lesson h2", "You are ready");
    await page.click('role=button[name="Play against level 1"]');
    await page.waitForSelector(".play.game");
    // The lesson is not offered again.
    await page.goto(`${BASE}new/clusterfuss`);
    await page.waitForSelector(".new-game");
    assert.equal(await page.locator(".offer").count(), 0);
  });
});

test("wrong answers get their own replies, and wrong moves are taken back", async () => {
  await withPage({}, async (page) => {
    await page.goto(`${BASE}learn/clusterfuss`);
    for (const squares of ANSWERS.slice(0, 3)) {
      await page.waitForSelector(".cell");
      await choose(page, squares);
      await page.click('role=button[name="Continue"]');
    }
    await choose(page, ["b4"]);
    await textIs(page, ".reply", "Not yet. If b4 moves right or down, the others still hang together.");
    await choose(page, ["b2"]);
    await page.click('role=button[name="Continue"]');
    await choose(page, ["c1", "d1"]);
    await textIs(page, ".says .readout", "On d1 it would be cut off from all your others. Your checkers must stay in one group.");
    await choose(page, ["b1"]);
    await page.click('role=button[name="Continue"]');
    await choose(page, ["c4", "c3"]);
    await textIs(page, ".reply", "Not yet. That wins one checker. You can have three.");
    await page.click('role=button[name="Try again"]');
    await page.click('role=button[name="Show me"]');
    await choose(page, ["b2", "b3"]);
    await page.waitForSelector(".reply.right:not([hidden])");
  });
});

test("the first visit to a game offers its lesson, until it is dismissed", async () => {
  await withPage({}, async (page) => {
    await page.goto(`${BASE}new/qawale`);
    await page.waitForSelector(".offer a");
    await page.click('role=button[name="Dismiss the lesson"]');
    await page.reload();
    await page.waitForSelector(".new-game form");
    assert.equal(await page.locator(".offer").count(), 0);
  });
});
