// Announcements to screen readers.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, command, announcements, announced, recordAnnouncements, newTable, open, playAs, joinTable, tableForTwo, until, withPage } from "./help/browser.js";

after(closeBrowser);

test("the start, every move and every turn of the user are announced", async () => {
  await withPage({}, async (page) => {
    await recordAnnouncements(page);
    const { id, secrets } = await tableForTwo({ game: "staqs" });
    await open(page, `${id}/${secrets[0]}`);
    await announced(page, /Start position\. Your move\. Place .+\./);
    await page.click('.cell[data-square="a1"]');
    await announced(page, /Move 1, Blue: a1\. White to move\./);
    await playAs(id, secrets[1], "e5");
    await announced(page, /Move 2, White: e5\. Your move\. Place .+\./);
  });
});

test("the first move of a bot is announced", async () => {
  await withPage({}, async (page) => {
    await recordAnnouncements(page);
    const table = await newTable({ game: "staqs", seats: [{ kind: "bot", level: 1 }, { kind: "person" }] });
    await open(page, `${table.id}/${table.seats[1].secret}`);
    await announced(page, /Move 1, Blue: [a-e][1-5]\. Your move\. Place/);
  });
});

test("a player who joins and the turn are announced together", async () => {
  await withPage({}, async (page) => {
    await recordAnnouncements(page);
    const table = await newTable({ game: "staqs", seats: [{ kind: "person" }, { kind: "open" }], clock: "5+3" });
    await open(page, `${table.id}/${table.seats[0].secret}`);
    await announced(page, /The clocks start when everyone has joined/);
    await joinTable(table.id);
    await announced(page, /White has joined\. Your move\. Place/);
  });
});

test("a forced pass is played by the table, shown and announced", async () => {
  await withPage({ reducedMotion: "no-preference" }, async (page) => {
    await recordAnnouncements(page);
    // Light has no tiles and has to pass.
    const table = await newTable({ game: "isaac", position: "std_score_d_d10i10.d2d8_0_01310-11200_0-0_n", seats: [{ kind: "person" }, { kind: "person" }] });
    await open(page, `${table.id}/${table.seats[0].secret}`);
    // Only 0 points are possible, so choosing the tile is the whole move.
    await page.click('.cell.can[data-square="d10"]');
    await page.waitForSelector(".toast:has-text('Light has no legal move and passes.')");
    await announced(page, /Move 1, Dark: d10=0\. Move 2, Light: pass\. Dark to move\./);
    assert.deepEqual(await page.locator(".moves .move").allTextContents(), ["d10=0", "pass"]);
    await page.waitForSelector('.cell.can[data-square="d2"]');
  });
});

test("stepping through the moves announces the position", async () => {
  await withPage({}, async (page) => {
    await recordAnnouncements(page);
    const { id, secrets } = await tableForTwo({ game: "staqs" });
    await playAs(id, secrets[0], "a1");
    await playAs(id, secrets[1], "e5");
    await open(page, `${id}/${secrets[0]}`);
    await announced(page, /Move 2, White: e5/);
    await page.keyboard.press("ArrowLeft");
    await announced(page, /Move 1, Blue: a1\. White to move\./);
    await page.keyboard.press("ArrowLeft");
    await announced(page, /Start position\. Blue to move\./);

    await open(page, "analysis/staqs");
    await page.click('.cell[data-square="a1"]');
    await announced(page, /Move 1, Blue: a1\. White to move\./);
    await page.keyboard.press("ArrowLeft");
    await announced(page, /Start position\. Blue to move\./);
  });
});

/** Stops animations after their first picture. @param {import("playwright-core").Page} page */
const stopAnimations = (page) => page.addInitScript(() => {
  const real = globalThis.setTimeout;
  /** @type {any} */ (globalThis).setTimeout = (/** @type {() => void} */ act, /** @type {number} */ ms) => (ms === 200 ? 0 : real(act, ms));
});

test("a click during the animation of the other player's move counts", async () => {
  await withPage({ reducedMotion: "no-preference" }, async (page) => {
    await stopAnimations(page);
    await recordAnnouncements(page);
    for (const choose of [() => page.click('.cell[data-square="d4"]'), () => page.keyboard.press("Enter")]) {
      const { id, secrets } = await tableForTwo({ game: "qawale" });
      await open(page, `${id}/${secrets[1]}`);
      await announced(page, /Start position\. Light to move\./);
      await page.focus('.cell[tabindex="0"]');
      const before = await page.locator(".canvas").innerHTML();
      await playAs(id, secrets[0], "a1nne");
      await until(page, (old) => document.querySelector(".canvas")?.innerHTML !== old, before);
      // The turn is announced only when the board is ready.
      assert.doesNotMatch((await announcements(page)).join(), /Your move/);
      await choose();
      await page.waitForSelector(".cell.chosen");
      assert.equal(await page.locator(".refusal").count(), 0);
      await announced(page, /Move 1, Light: a1nne\. Your move/);
    }
  });
});

test("offers of other people are shown to spectators and announced", async () => {
  await withPage({}, async (page) => {
    await recordAnnouncements(page);
    const { id, secrets } = await tableForTwo({ game: "qawale" });
    await playAs(id, secrets[0], "a1nne");
    await open(page, id);
    await announced(page, /Move 1/);
    await command(id, secrets[0], "offer_draw");
    await announced(page, /Light offers a draw\./);
    await page.waitForSelector(".banner:has-text('Light offers a draw.')");
    assert.equal(await page.locator(".banners button").count(), 0);
    await command(id, secrets[1], "accept_draw");
    await announced(page, /[Dd]raw.*agree|agree/);
    await command(id, secrets[0], "rematch");
    await command(id, secrets[1], "rematch");
    await announced(page, /The rematch has started\./);
    assert.doesNotMatch((await announcements(page)).join(), /asks for/);
  });
});
