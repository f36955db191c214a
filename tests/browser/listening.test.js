// What is said to people who listen to the page, and what they need not listen to.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, command, heard, hears, listenTo, newTable, open, playAs, sitDown, tableForTwo, until, withPage } from "./help/browser.js";

after(closeBrowser);

test("the start, every move and every turn of one's own are said", async () => {
  await withPage({}, async (page) => {
    await listenTo(page);
    const { id, secrets } = await tableForTwo({ game: "staqs" });
    await open(page, `${id}/${secrets[0]}`);
    await hears(page, /Start position\. Your move\. HistoryNode .+\./);
    await page.click('.cell[data-square="a1"]');
    await hears(page, /Move 1, Blue: a1\. White to move\./);
    await playAs(id, secrets[1], "e5");
    await hears(page, /Move 2, White: e5\. Your move\. HistoryNode .+\./);
  });
});

test("whoever comes after a bot's first move hears of it", async () => {
  await withPage({}, async (page) => {
    await listenTo(page);
    const table = await newTable({ game: "staqs", seats: [{ kind: "bot", level: 1 }, { kind: "person" }], seat: 1 });
    await open(page, `${table.id}/${table.seats[1].secret}`);
    await hears(page, /Move 1, Blue: [a-e][1-5]\. Your move\. HistoryNode/);
  });
});

test("who sits down and that it is one's move are said together", async () => {
  await withPage({}, async (page) => {
    await listenTo(page);
    const table = await newTable({ game: "staqs", seats: [{ kind: "person" }, { kind: "open" }], seat: 0, clock: "5+3" });
    await open(page, `${table.id}/${table.seats[0].secret}`);
    await hears(page, /The clocks start when everybody has sat down/);
    await sitDown(table.id);
    await hears(page, /White has sat down\. Your move\. HistoryNode/);
  });
});

test("a pass that is forced is said", async () => {
  await withPage({}, async (page) => {
    await listenTo(page);
    const table = await newTable({ game: "isaac", position: "std_score_d_g5j5_a3a8_00001-00000_0-0_n", seats: [{ kind: "person" }, { kind: "person" }] });
    await open(page, `${table.id}/${table.seats[0].secret}`);
    await hears(page, /No tile can be removed: pass/);
  });
});

test("stepping through the moves says where it leads", async () => {
  await withPage({}, async (page) => {
    await listenTo(page);
    const { id, secrets } = await tableForTwo({ game: "staqs" });
    await playAs(id, secrets[0], "a1");
    await playAs(id, secrets[1], "e5");
    await open(page, `${id}/${secrets[0]}`);
    await hears(page, /Move 2, White: e5/);
    await page.keyboard.press("ArrowLeft");
    await hears(page, /Move 1, Blue: a1\. White to move\./);
    await page.keyboard.press("ArrowLeft");
    await hears(page, /Start position\. Blue to move\./);

    await open(page, "analysis/staqs");
    await page.click('.cell[data-square="a1"]');
    await hears(page, /Move 1, Blue: a1\. White to move\./);
    await page.keyboard.press("ArrowLeft");
    await hears(page, /Start position\. Blue to move\./);
  });
});

/** Lets no picture of a move be followed by the next one. @param {import("playwright-core").Page} page */
const holdMoves = (page) => page.addInitScript(() => {
  const real = globalThis.setTimeout;
  /** @type {any} */ (globalThis).setTimeout = (/** @type {() => void} */ act, /** @type {number} */ ms) => (ms === 200 ? 0 : real(act, ms));
});

test("whoever chooses a square need not wait for the other's move to be shown", async () => {
  await withPage({ reducedMotion: "no-preference" }, async (page) => {
    await holdMoves(page);
    await listenTo(page);
    for (const choose of [() => page.click('.cell[data-square="d4"]'), () => page.keyboard.press("Enter")]) {
      const { id, secrets } = await tableForTwo({ game: "qawale" });
      await open(page, `${id}/${secrets[1]}`);
      await hears(page, /Start position\. Light to move\./);
      await page.focus('.cell[tabindex="0"]');
      const before = await page.locator(".canvas").innerHTML();
      await playAs(id, secrets[0], "a1nne");
      await until(page, (old) => document.querySelector(".canvas")?.innerHTML !== old, before);
      // It is not one's move by ear before it is at the board.
      assert.doesNotMatch((await heard(page)).join(), /Your move/);
      await choose();
      await page.waitForSelector(".cell.chosen");
      assert.equal(await page.locator(".refusal").count(), 0);
      await hears(page, /Move 1, Light: a1nne\. Your move/);
    }
  });
});

test("what other people offer is shown to those who hear of it", async () => {
  await withPage({}, async (page) => {
    await listenTo(page);
    const { id, secrets } = await tableForTwo({ game: "qawale" });
    await playAs(id, secrets[0], "a1nne");
    await open(page, id);
    await hears(page, /Move 1/);
    await command(id, secrets[0], "offer_draw");
    await hears(page, /Light offers a draw\./);
    await page.waitForSelector(".banner:has-text('Light offers a draw.')");
    assert.equal(await page.locator(".banners button").count(), 0);
    await command(id, secrets[1], "accept_draw");
    await hears(page, /[Dd]raw.*agree|agree/);
    await command(id, secrets[0], "rematch");
    await command(id, secrets[1], "rematch");
    await hears(page, /There is a rematch\./);
    assert.doesNotMatch((await heard(page)).join(), /asks for/);
  });
});
