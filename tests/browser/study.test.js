// Arrows, previews of lines, comments and signs, the graph, and learning from mistakes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { closeBrowser, command, fakeEngine, open, PATIENCE, playAs, tableForTwo, textIs, until, withPage } from "./help/browser.js";
import { box, choose, tabTo } from "./help/player.js";

/** @typedef {import("playwright-core").Page} Page */

after(closeBrowser);

/** A position whose values are all in a table, so that the engine is done at once. */
const SOLVED = "analysis/clusterfuss/size-4_rbrb-brbr-rbrb-brbr_r";

/** What is on the squares. @param {Page} page */
const descriptions = (page) => page.locator(".cell").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")?.replace(/, can be chosen.*/, "")));

/** Starts the engine, and waits until it is done. @param {Page} page */
async function analyse(page) {
  await open(page, SOLVED);
  await page.waitForSelector(".cell.can");
  await page.keyboard.press("e");
  await textIs(page, ".depth", /done$/);
  // The values of the other moves are searched after that; the lines stay.
  await page.waitForSelector(".lines .move");
}

/** Opens a board on which the engine has found two lines. @param {Page} page */
async function showLines(page) {
  await fakeEngine(page);
  await open(page, "analysis/staqs");
  await page.waitForSelector(".cell.can");
  await page.keyboard.press("e");
  await until(page, () => !!(/** @type {any} */ (globalThis).report));
  await page.evaluate(() => /** @type {any} */ (globalThis).report(["a1", "b2", "c3"], ["e5", "d4"]));
  await page.waitForSelector(".lines .move:has-text('d4')");
}

for (const [game, shape] of [["clusterfuss", ".shaft"], ["staqs", "circle.ring"], ["qawale", ".label"], ["isaac", "rect.ring"]]) {
  test(`the best move of ${game} is drawn on the board as ${shape}`, async () => {
    await withPage({}, async (page) => {
      await open(page, `analysis/${game}`);
      await page.waitForSelector(".cell.can");
      await page.keyboard.press("e");
      await page.waitForSelector(`.arrows .best ${shape}`, { state: "attached", timeout: 2 * PATIENCE });
      const [arrows, grid] = [await box(page, ".arrows"), await box(page, ".grid")];
      for (const side of /** @type {const} */ (["x", "y", "width", "height"])) assert.ok(Math.abs(arrows[side] - grid[side]) < 1, side);
      await page.keyboard.press("e");
      await until(page, () => !document.querySelector(".arrows *"));
    });
  });
}

test("pointing at a move of a line previews it, the wheel steps through the line, and a click plays it", async () => {
  await withPage({}, async (page) => {
    await showLines(page);
    const before = await descriptions(page);
    await page.hover(".lines .move:has-text('b2')");
    await textIs(page, ".readout", "Preview: a1 b2");
    await page.waitForSelector(".previewing");
    assert.notDeepEqual(await descriptions(page), before);
    assert.equal(await page.locator(".arrows *").count(), 0, "arrows belong to the position before");
    await page.mouse.wheel(0, 100);
    await textIs(page, ".readout", "Preview: a1 b2 c3");
    await page.mouse.wheel(0, -100);
    await textIs(page, ".readout", "Preview: a1 b2");
    await page.mouse.move(5, 5);
    await page.waitForSelector(".previewing", { state: "detached" });
    assert.deepEqual(await descriptions(page), before);
    assert.equal(await page.locator(".arrows .ring").count(), 2);
    await page.click(".lines .move:has-text('b2')");
    await until(page, () => [...document.querySelectorAll(".moves .move")].map((move) => move.textContent).join() === "a1,b2");
    await page.waitForSelector(".previewing", { state: "detached" });
  });
});

test("focusing a move of a line previews it, and arrow keys step through the lines", async () => {
  await withPage({}, async (page) => {
    await showLines(page);
    const before = await descriptions(page);
    await tabTo(page, ".lines .move");
    await textIs(page, ".readout", "Preview: a1");
    for (const [key, preview] of [["ArrowRight", "a1 b2"], ["End", "a1 b2 c3"], ["ArrowDown", "e5 d4"], ["ArrowUp", "a1 b2"], ["Home", "a1"]]) {
      await page.keyboard.press(key ?? "");
      await textIs(page, ".readout", `Preview: ${preview}`);
    }
    assert.notDeepEqual(await descriptions(page), before);
    await page.keyboard.press("Shift+Tab");
    await page.waitForSelector(".previewing", { state: "detached" });
    assert.deepEqual(await descriptions(page), before);
    assert.equal(await page.locator(".moves .move").count(), 0, "nothing was played");
  });
});

test("estimates on squares are percentages, proven values are letters", async () => {
  await withPage({}, async (page) => {
    await open(page, "analysis/qawale");
    await page.waitForSelector(".cell.can");
    await page.keyboard.press("e");
    await page.waitForSelector('.cell[data-value="estimate"]');
    assert.match((await page.getAttribute('.cell[data-value="estimate"]', "data-letter")) ?? "", /^\d+%$/);
    await analyse(page);
    await page.waitForSelector('.cell[data-value="win"]');
    assert.equal(await page.getAttribute('.cell[data-value="win"]', "data-letter"), "W");
    assert.match((await page.textContent(".lines .value")) ?? "", /^R wins/);
    assert.match((await page.getAttribute(".lines .value", "title")) ?? "", /\(proven\)$/);
    // Practical values tell moves of the same proven value apart.
    await page.waitForSelector(".explorer .practical");
  });
});

test("comments and signs are edited, downloaded with variations, and read again", async () => {
  await withPage({ acceptDownloads: true }, async (page) => {
    await open(page, "analysis/staqs");
    await page.fill(".notes textarea", "A lesson");
    await choose(page, "a1");
    await until(page, () => document.querySelectorAll(".moves .move").length === 1);
    await choose(page, "b1");
    await until(page, () => document.querySelectorAll(".moves .move").length === 2);
    await page.click('[data-sign="!?"]');
    await page.fill(".notes textarea", "quiet } <b>but</b> [%eval win 3] solid");
    await page.keyboard.press("Escape");
    await page.click(".moves .move >> nth=0");
    await textIs(page, ".notes-of", "1. a1");
    assert.equal(await page.inputValue(".notes textarea"), "");
    await choose(page, "c1");
    await page.waitForSelector(".variation .move");
    await page.click('[data-sign="??"]');
    await page.fill(".notes textarea", "loses time");
    const list = await page.textContent(".moves");
    assert.match(list ?? "", /A lesson.*b1!\?quiet \) <b>but<\/b> solid.*c1\?\?.*loses time/);

    await page.click("text=Share or download");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download record")]);
    const record = await readFile(await download.path(), "utf8");
    assert.match(record, /^\[Game "staqs"\]/);
    assert.match(record.replace(/\s+/g, " "), /\{A lesson\} 1\. a1 .*b1 \$5 \{.*quiet \) <b>but<\/b> solid\} \( 1\.\.\. c1 \$4 \{.*loses time\} \)/);
    await page.reload();
    await until(page, (text) => document.querySelector(".moves")?.textContent === text, list);
    await open(page, "analysis/qawale");
    await page.click("text=Paste a record");
    await page.fill(".paste textarea", record);
    await page.click(".paste button");
    await until(page, (text) => document.querySelector(".moves")?.textContent === text, list);
  });
});

/** A finished game with mistakes on both sides. @returns {Promise<{ id: string, secrets: [string, string] }>} */
async function gameWithMistakes() {
  const table = await tableForTwo({ game: "clusterfuss", options: { size: 4 } });
  for (const [place, mv] of MISTAKES.entries()) await playAs(table.id, table.secrets[place % 2] ?? "", mv);
  await command(table.id, table.secrets[0], "resign");
  return table;
}
const MISTAKES = ["b3c3", "c1b1", "c3c4", "b1b2", "a4b4"];

test("the review shows accuracy, draws better moves, and stays on the analysis board", async () => {
  await withPage({}, async (page) => {
    const { id, secrets } = await gameWithMistakes();
    await open(page, `${id}/${secrets[0]}`);
    await page.click("text=Find mistakes");
    await page.waitForSelector(".accuracy dd", { timeout: 4 * PATIENCE });
    assert.equal(await page.locator(".accuracy dd").count(), 2);
    assert.match((await page.textContent(".accuracy dd")) ?? "", /^\d+% accuracy$/);
    const signs = await page.locator(".moves .sign").allTextContents();
    assert.ok(signs.length > 0, "there are mistakes");
    await page.click(".mistakes .better >> nth=0");
    await page.waitForSelector(".arrows .best", { state: "attached" });
    await page.click(".stepping button[title^='Last move']");
    await until(page, () => !document.querySelector(".arrows .best"));
    // A reload keeps the review.
    await page.reload();
    await page.waitForSelector(".accuracy dd");

    await page.click("text=Analyse");
    await page.waitForSelector(".analysis .accuracy dd");
    assert.deepEqual(await page.locator(".moves .sign").allTextContents(), signs);
    const curve = await page.getAttribute(".graph .curve", "points");
    await page.keyboard.press("ArrowUp");
    await until(page, () => !document.querySelector(".move[aria-current]"));
    assert.equal(await page.getAttribute(".graph .curve", "points"), curve, "the graph stays");
    await page.keyboard.press("ArrowRight");
    await until(page, () => document.querySelector(".move[aria-current]"));
    assert.equal(await page.getAttribute(".graph .curve", "points"), curve, "the graph stays");
  });
});

test("a player learns from the mistakes: wrong moves are answered, solutions shown, to the end", async () => {
  await withPage({}, async (page) => {
    const { id, secrets } = await gameWithMistakes();
    await open(page, `${id}/${secrets[0]}`);
    await page.click("text=Find mistakes");
    await page.click("text=Learn from your mistakes", { timeout: 4 * PATIENCE });
    await page.waitForSelector(".learn-task");
    const total = async () => Number(((await page.textContent(".learn-task")) ?? "").match(/^\d+ of (\d+)/)?.[1]);
    let count = await total();
    assert.equal(count, 2, "those of the player");
    assert.equal(await page.locator(".engine:visible").count(), 0, "the engine gives nothing away");
    assert.equal(await page.locator('.cell[data-value="win"]').count(), 0);
    for (let place = 1; place <= count; place++) {
      await textIs(page, ".learn-task", new RegExp(`^${place} of ${count}`));
      const played = ((await page.textContent(".learn-task")) ?? "").match(/(\w\d)(\w\d)\?/);
      assert.ok(played);
      // The mistake itself is wrong again.
      await choose(page, played[1] ?? "", played[2] ?? "");
      await page.waitForSelector(".learn-verdict.wrong");
      assert.match((await page.textContent(".learn-verdict")) ?? "", /is not good enough: .* The engine answers \w+\.$/);
      await page.click(".learn >> text=Show solution");
      await page.waitForSelector(".arrows .best", { state: "attached" });
      const best = ((await page.textContent(".learn-verdict")) ?? "").match(/^The best move is (\w\d)(\w\d):/);
      assert.ok(best);
      if (place === 1) {
        // The best move is right when it is tried.
        await page.click(".learn >> text=Stop");
        await page.click('.review-notes button:has-text("Learn from mistakes")');
        await textIs(page, ".learn-task", /^1 of/);
        count = await total();
        assert.equal(count, 3, "those of both sides");
        await choose(page, best[1] ?? "", best[2] ?? "");
        await page.waitForSelector(".learn-verdict.right");
      }
      await page.click(".learn .primary");
    }
    await textIs(page, ".learn-task", /^Done\. You found 1 of/);
    await page.click("text=Back to analysis");
    await page.waitForSelector(".learn", { state: "hidden" });
    await page.waitForSelector(".engine");
  });
});
