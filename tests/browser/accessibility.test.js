// An audit of every page with axe in both themes; labels, focus, forced colours.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { announced, closeBrowser, command, fakeEngine, games, joinTable, newTable, open, playAs, recordAnnouncements, tableForTwo, until, withPage } from "./help/browser.js";

after(closeBrowser);

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const all = await games();

/** @param {import("playwright-core").Page} page @param {string} what */
async function audit(page, what) {
  // Evaluated by the debugger, not by the page: the page's own policy stays in force.
  await page.evaluate(axe);
  const faults = await page.evaluate(async () => {
    const report = await /** @type {any} */ (globalThis).axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
    return report.violations.map((/** @type {any} */ rule) => `${rule.id}: ${rule.nodes.map((/** @type {any} */ node) => node.target.join(" ")).slice(0, 4).join(" | ")}`);
  });
  assert.deepEqual(faults, [], what);
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`all pages pass the audit in ${colorScheme}`, async () => {
    await withPage({ colorScheme }, async (page) => {
      const listed = { game: all[0]?.id, seats: [{ kind: "person", name: "Ann" }, { kind: "open" }], clock: "86400/turn", listed: true };
      await newTable(listed);
      await joinTable((await newTable(listed)).id);
      await open(page);
      await page.waitForSelector(".card-picture[src]");
      await page.waitForSelector(".challenges li");
      await page.waitForSelector(".playing li img[src]");
      await audit(page, "home");
      await page.click("#settings");
      await audit(page, "settings");
      for (const board of ["felt", "slate", "paper"]) {
        await open(page, "settings");
        await page.check(`input[value=${board}]`, { force: true });
        await audit(page, `settings as a page, ${board}`);
      }
      for (const { id } of all) {
        await open(page, `rules/${id}`);
        await page.waitForSelector(".rules h1, .rules h2");
        await audit(page, `rules of ${id}`);
        await open(page, `new/${id}`);
        await page.waitForSelector(".preview svg");
        await audit(page, `new game of ${id}`);
        const table = await newTable({ game: id, seats: [{ kind: "person" }, { kind: "person" }], clock: "5+3" });
        await open(page, `${table.id}/${table.seats[0].secret}`);
        await page.waitForSelector(".cell.can");
        await page.click(".cell.can >> nth=0");
        await until(page, () => document.querySelector(".so-far, .moves .move"));
        await audit(page, `game of ${id}`);
        await open(page, `analysis/${id}`);
        await page.waitForSelector(".cell.can");
        await page.keyboard.press("e");
        await page.waitForSelector(".lines .value");
        await page.click("text=Paste a record");
        await audit(page, `analysis of ${id}`);
        await page.click("button:has-text('Set up position')");
        await page.waitForSelector(".brush");
        await audit(page, `position editor of ${id}`);
      }
      await open(page, "nothing-like-this");
      await page.waitForSelector("h1");
      await audit(page, "not found");
    });
  });
}

test("squares are named and moves are announced", async () => {
  const game = all[0];
  assert.ok(game);
  await withPage({}, async (page) => {
    await open(page, `new/${game.id}?with=screen`);
    await page.click('role=button[name="Start"]');
    await page.waitForSelector(".cell.can");
    const names = await page.locator(".cell").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
    assert.ok(names.every((name) => /^[a-z]\d+, \w+/.test(name)), names[0]);
    assert.equal(await page.locator('.cell[tabindex="0"]').count(), 1);
    await page.click(".cell.can >> nth=0");
    await until(page, () => /: [a-z]\d/.test(document.getElementById("announcer")?.textContent ?? ""));
  });
});

test("tiles, hands, scores and sliders have descriptions", async () => {
  await withPage({}, async (page) => {
    await open(page, "analysis/isaac/std_score_d_d10i10.d2d8_a3a8_01310-11200_0-0_n");
    await page.waitForSelector(".cell.can");
    assert.match((await page.getAttribute('.cell[data-square="d4"]', "aria-label")) ?? "", /^d4, Dark tile of 7 from d2 to d8, value 6 × \d+ other tiles?.* = \d+, Dark 33, Light 66/);
    const card = (await page.locator(".player").filter({ hasText: "Dark" }).ariaSnapshot()).replace(/\s+/g, " ");
    assert.match(card, /score 0/);
    assert.match(card, /3 tiles of 5/);
    assert.match(card, /1 tile of 6/);
    await open(page, "new/isaac?with=bots");
    await page.getByRole("slider", { name: "Level of Dark", exact: true }).waitFor();
  });
});

test("the keyboard stops once at each tile that can be chosen", async () => {
  await withPage({}, async (page) => {
    await open(page, "analysis/isaac/std_score_d_d10i10.d2d8_a3a8_01310-11200_0-0_n");
    await page.waitForSelector(".cell.can");
    await page.keyboard.press("b");
    const stops = [];
    for (let presses = 0; presses < 3; presses++) {
      await page.keyboard.press("n");
      stops.push(await focused(page));
    }
    assert.deepEqual(stops, ["d10", "d2", "d10"]);
  });
});

test("whose turn it is stays visible where colours are forced", async () => {
  await withPage({ forcedColors: "active" }, async (page) => {
    await open(page, "analysis/staqs");
    await page.waitForSelector(".player.turn");
    assert.equal(await page.locator(".player.turn").evaluate((card) => getComputedStyle(card).outlineStyle), "solid");
  });
});

/** The text of the focused element. @param {import("playwright-core").Page} page */
function focused(page) {
  return page.evaluate(() => document.activeElement?.closest("label")?.textContent ?? document.activeElement?.getAttribute("data-square") ?? document.activeElement?.textContent ?? "");
}

test("the focus is never lost", async () => {
  await withPage({}, async (page) => {
    await open(page, "analysis/qawale");
    await page.waitForSelector(".cell.can");
    await page.focus("button:has-text('Set up position')");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".brush");
    assert.match(await focused(page), /Light stone/);
    await page.focus("button:has-text('Undo')");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "Undo");
    await page.focus("button:has-text('Cancel')");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".editor", { state: "hidden" });
    assert.match(await focused(page), /^[a-d][1-4]$/);

    await open(page, "new/qawale?with=screen");
    await page.click('role=button[name="Start"]');
    await page.waitForSelector(".cell.can");
    await page.click(".cell.can >> nth=0");
    await page.focus("button:has-text('Step back')");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".so-far", { state: "detached" });
    assert.match(await focused(page), /^[a-d][1-4]$/);
  });
});

test("the focus stays in the lines of the engine while they change", async () => {
  await withPage({}, async (page) => {
    await fakeEngine(page);
    await open(page, "analysis/staqs");
    await page.waitForSelector(".cell.can");
    await page.keyboard.press("e");
    const report = async (/** @type {string[]} */ moves) => {
      await page.evaluate((line) => /** @type {any} */ (globalThis).report(line), moves);
      await until(page, (first) => document.querySelector(".lines .move")?.textContent === first, moves[0]);
    };
    await until(page, () => !!(/** @type {any} */ (globalThis).report));
    await report(["a1", "e5"]);
    await page.focus(".lines .move:has-text('e5')");
    await report(["b1", "d5", "c3"]);
    assert.equal(await focused(page), "d5");
    await report(["a2"]);
    assert.ok(await page.evaluate(() => document.activeElement?.matches(".lines")));
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "a2");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".moves .move:has-text('a2')");
    await until(page, () => document.activeElement?.matches(".lines"));
  });
});

test("the review keeps the focus, announces its result, and its graph works with the keyboard", async () => {
  await withPage({}, async (page) => {
    await recordAnnouncements(page);
    const { id, secrets } = await tableForTwo({ game: "staqs" });
    for (const [place, mv] of ["a1", "e5", "a2", "e4"].entries()) await playAs(id, secrets[place % 2] ?? "", mv);
    await command(id, secrets[0], "resign");
    await open(page, `${id}/${secrets[0]}`);
    await page.focus("text=Find mistakes");
    await page.keyboard.press("Enter");
    await announced(page, /Reviewing the moves/);
    await announced(page, /\d mistakes? found|No clear mistakes/);
    assert.ok(await page.evaluate(() => !!document.activeElement?.closest(".review")));
    const slider = page.getByRole("slider", { name: "Move", exact: true });
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    await until(page, () => document.querySelector(".move[aria-current]")?.getAttribute("data-node") === "3");
    assert.match((await slider.getAttribute("aria-valuetext")) ?? "", /^after 2\. \w+: (Blue|White|draw)/);
    await page.keyboard.press("ArrowLeft");
    await until(page, () => document.querySelector(".move[aria-current]")?.getAttribute("data-node") === "2");
  });
});

test("when a focused banner disappears, the focus stays beside the board", async () => {
  await withPage({}, async (page) => {
    const { id, secrets } = await tableForTwo({ game: "staqs" });
    await playAs(id, secrets[0], "a1");
    await open(page, `${id}/${secrets[1]}`);
    await page.waitForSelector(".cell.can");
    await command(id, secrets[0], "takeback");
    await page.focus(".banners >> text=Accept");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".banners .banner", { state: "detached" });
    assert.ok(await page.evaluate(() => document.activeElement?.matches(".beside")));
  });
});
