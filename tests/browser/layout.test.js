// The layout: what phones show at once, and that nothing moves.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, games, open, withPage, until } from "./help/browser.js";
import { box, choose, NEARLY_WON, PHONE, SCORING, openSeat } from "./help/player.js";

after(closeBrowser);

/** @param {import("playwright-core").Page} page @param {string} selector */
async function assertVisible(page, selector) {
  const { y, height } = await box(page, selector);
  const screen = page.viewportSize()?.height ?? 0;
  assert.ok(y >= 0 && y + height <= screen, `${selector}: ${y} to ${y + height} of ${screen}`);
}

test("a phone shows the invite link and the step buttons with the board", async () => {
  await withPage(PHONE, async (page) => {
    await openSeat(page, { game: "qawale", seats: [{ kind: "person" }, { kind: "open" }], clock: "5+3" });
    await page.waitForSelector("text=Send the link to your friend");
    await assertVisible(page, ".invite .copyable");
    for (const { id } of await games()) {
      await openSeat(page, { game: id });
      await page.waitForSelector(".cell.can");
      for (const part of [".board", ".says", ".below", ".stepping"]) await assertVisible(page, part);
    }
  });
});

test("after a game, a phone shows the result and the buttons, and the graph leads to the board", async () => {
  await withPage(PHONE, async (page) => {
    await openSeat(page, { game: "qawale", position: NEARLY_WON });
    await choose(page, "d3", "d2", "d1");
    await page.waitForSelector("text=Rematch");
    await assertVisible(page, ".status");
    await assertVisible(page, "text=Rematch");
    assert.equal(await page.locator(".canvas use[href$='-winning']").count(), 4);
    await page.click("text=Find mistakes");
    await page.waitForSelector(".graph");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.click(".graph", { position: { x: 1, y: 5 } });
    await until(page, () => !document.querySelector(".canvas use[href$='-winning']"));
    await assertVisible(page, ".board");
  });
});

test("messages, choices and moves do not shift the page", async () => {
  for (const screen of [{ viewport: { width: 1440, height: 900 } }, PHONE]) {
    await withPage(screen, async (page) => {
      await openSeat(page, { game: "qawale" });
      await page.waitForSelector(".cell.can");
      const places = async () => [(await box(page, ".below")).y, (await box(page, ".stepping")).y, (await box(page, ".board")).y];
      const first = await places();
      /** @param {string} when */
      const assertStill = async (when) => assert.deepEqual(await places(), first, when);
      await page.click('.cell[data-square="b2"]');
      await page.waitForSelector(".refusal");
      await assertStill("refused");
      await choose(page, "a1", "a2", "a3");
      await page.waitForSelector(".so-far");
      await assertStill("half entered");
      await choose(page, "b3");
      await page.waitForSelector(".moves .move");
      await assertStill("moved");
      await page.click('[aria-label="Previous move"]');
      await page.waitForSelector("text=Back to the game");
      await assertStill("stepped back");
      await assertVisible(page, ".below");
    });
  }
});

test("the engine does not move the board, and all its lines are readable", async () => {
  await withPage({}, async (page) => {
    await open(page, "analysis/clusterfuss");
    await page.waitForSelector(".cell.can");
    const board = await box(page, ".board");
    await page.selectOption('[aria-label="Number of lines"]', { label: "All moves" });
    await page.click(".engine button");
    await until(page, () => document.querySelectorAll(".lines li").length > 20);
    assert.deepEqual(await box(page, ".board"), board);
    const heights = await page.locator(".lines li").evaluateAll((lines) => lines.map((line) => line.clientHeight));
    assert.ok(Math.min(...heights) >= 24, `${heights}`);
  });
});

test("text on boards is readable on a phone", async () => {
  await withPage(PHONE, async (page) => {
    await openSeat(page, { game: "isaac", position: SCORING });
    await page.waitForSelector(".cell.can");
    const sizes = await page.locator(".canvas text").evaluateAll((texts) => texts.map((text) => {
      const svg = /** @type {SVGSVGElement} */ (text.closest("svg"));
      return (Number(text.getAttribute("font-size")) * svg.clientWidth) / svg.viewBox.baseVal.width;
    }));
    assert.ok(Math.min(...sizes) >= 10, `${Math.min(...sizes)}`);
  });
});
