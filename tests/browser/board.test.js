// The board while moves are entered, touch input, hints, and which buttons are enabled.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, countIs, newTable, open, textIs, until, withPage } from "./help/browser.js";
import { box, choose, PHONE, SCORING, openSeat } from "./help/player.js";

after(closeBrowser);

/** @param {import("playwright-core").Page} page @param {string} square */
async function middle(page, square) {
  const { x, y, width, height } = await box(page, `.cell[data-square="${square}"]`);
  return { x: x + width / 2, y: y + height / 2 };
}

test("touch drags pieces and scrolls elsewhere", async () => {
  await withPage(PHONE, async (page) => {
    await openSeat(page, { game: "isaac" });
    await page.waitForSelector(".cell.can");
    const devtools = await page.context().newCDPSession(page);
    /** @param {"touchStart" | "touchMove" | "touchEnd"} type @param {{ x: number, y: number }[]} touchPoints */
    const touch = (type, touchPoints) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
    /** @param {string[]} path */
    const drag = async (...path) => {
      const [from = { x: 0, y: 0 }, ...rest] = await Promise.all(path.map((square) => middle(page, square)));
      await touch("touchStart", [from]);
      for (const place of rest) await touch("touchMove", [place]);
      await touch("touchEnd", []);
    };
    await drag("c3", "c4", "e6");
    await page.waitForSelector(".refusal");
    await textIs(page, ".so-far", "c3");
    assert.equal(await page.evaluate(() => scrollY), 0);
    await drag("c3", "c5", "c7");
    await page.waitForSelector("text=c3c7");
    // Here, a single square is a move.
    await openSeat(page, { game: "staqs" });
    await page.waitForSelector(".cell.can");
    assert.equal(await page.locator(".cell.draggable").count(), 0);
  });
});

test("the last move stays marked while the next one is entered", async () => {
  await withPage({}, async (page) => {
    await openSeat(page, { game: "qawale" });
    await choose(page, "a1", "a2", "a3", "b3");
    await page.waitForSelector(".moves .move");
    await choose(page, "d4");
    await page.waitForSelector(".so-far");
    await countIs(page, ".canvas .last", 4);
  });
});

test("a hint outlines a tile and marks the square of the new score", async () => {
  await withPage({}, async (page) => {
    await openSeat(page, { game: "isaac", position: SCORING, seats: [{ kind: "person" }, { kind: "bot", level: 1 }] });
    await page.waitForSelector(".cell.can");
    await page.click("text=Hint");
    await page.waitForSelector(".canvas .hinted");
    await countIs(page, ".cell.hint", 1);
    assert.equal(await page.locator('.cell[data-letter]:not([data-letter=""])').count(), 0);
  });
});

test("unavailable actions are disabled, and only resigning is red", async () => {
  await withPage({}, async (page) => {
    await openSeat(page, { game: "staqs" });
    /** @param {"enabled" | "disabled"} back @param {"enabled" | "disabled"} again */
    const wait = async (back, again) => {
      await page.waitForSelector(`button:${back}:has-text("Takeback")`);
      await page.waitForSelector(`button:${again}:has-text("Redo")`);
    };
    await wait("disabled", "disabled");
    await choose(page, "a1");
    await wait("enabled", "disabled");
    await page.click("text=Takeback");
    await wait("disabled", "enabled");
    await page.click("text=Offer draw");
    await page.waitForSelector("dialog .primary");
    assert.equal(await page.locator("dialog .danger").count(), 0);
    await page.click("text=Cancel");
    await page.click("text=Resign");
    await page.click("dialog .danger");
    await page.waitForSelector("text=Rematch");
  });
});

test("a friend who joins does not interrupt a move that is being entered", async () => {
  await withPage({}, async (page) => {
    const table = await newTable({ game: "qawale", seats: [{ kind: "person" }, { kind: "open" }] });
    await open(page, `${table.id}/${table.seats[0].secret}`);
    await choose(page, "a1", "a2");
    await until(page, () => document.querySelector(".so-far")?.textContent === "a1 a2");
    await withPage({}, async (friend) => {
      await open(friend, table.id);
      await friend.click("text=Join game");
      await page.waitForSelector(".invite", { state: "detached" });
      assert.equal(await page.textContent(".so-far"), "a1 a2");
    });
  });
});
