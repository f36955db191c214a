// The analysis board, reading and downloading records, the review of a finished game.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { BASE, closeBrowser, games, PATIENCE, newTable, open, textIs, withPage, until } from "./help/browser.js";
import { mouse, playOn } from "./help/player.js";

after(closeBrowser);

test("every analysis board shows the moves of all sides and variations", async () => {
  for (const { id } of await games()) {
    await withPage({}, async (page) => {
      await open(page, `analysis/${id}`);
      await playSome(page, 2);
      await page.keyboard.press("ArrowLeft");
      await until(page, () => document.querySelector('.move[aria-current]')?.getAttribute("data-node") === "1");
      await playSome(page, 1, 3);
      assert.ok((await page.locator(".variation .move").count()) >= 1, `${id}: no variation`);
      // The address contains the position.
      const [address, board] = [page.url(), await descriptions(page)];
      assert.ok(address.startsWith(`${BASE}analysis/${id}/`));
      await page.goto(address);
      await page.waitForSelector(".cell.can");
      assert.deepEqual(await descriptions(page), board);
    });
  }
});

/** The descriptions of the squares. @param {import("playwright-core").Page} page */
function descriptions(page) {
  return page.locator(".cell").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
}

/**
 * Plays moves with the mouse: each step chooses the next one of the squares that can be chosen.
 * @param {import("playwright-core").Page} page
 * @param {number} moves
 * @param {number} [from]
 */
async function playSome(page, moves, from = 0) {
  const count = () => page.locator(".moves .move").count();
  const wanted = (await count()) + moves;
  for (let step = 0; step < 40 && (await count()) < wanted; step++) {
    await page.waitForSelector(".cell.can");
    const open = await page.locator(".cell.can").count();
    const drawn = await page.getAttribute(".stage", "data-drawn");
    await page.click(`.cell.can >> nth=${(from + step) % open}`);
    await until(page, (old) => document.querySelector(".cell.can") && document.querySelector(".stage")?.getAttribute("data-drawn") !== old, drawn);
  }
  assert.equal(await count(), wanted);
}

test("an analysis survives a reload, and a record opens on the board of its game", async () => {
  const [first, second] = await games();
  await withPage({}, async (page) => {
    await open(page, `analysis/${first?.id}`);
    await playSome(page, 2);
    await page.keyboard.press("ArrowLeft");
    await until(page, () => document.querySelector('.move[aria-current]')?.getAttribute("data-node") === "1");
    await page.reload();
    await until(page, () => document.querySelectorAll(".moves .move").length === 2);
    assert.equal(await page.getAttribute(".move[aria-current]", "data-node"), "1");
    await page.click("text=Paste a record");
    await page.fill(".paste textarea", `[Game "${second?.id}"]\n\n*`);
    await page.click(".paste button");
    await until(page, (id) => location.pathname.includes(`/analysis/${id}/`), second?.id);
  });
});

/** Opens an analysis board and starts the engine. @param {import("playwright-core").Page} page */
async function startEngine(page) {
  await open(page, `analysis/${(await games())[1]?.id}`);
  await page.waitForSelector(".cell.can");
  await page.keyboard.press("e");
}

test("the page is isolated, and the engine searches with several threads", async () => {
  await withPage({}, async (page) => {
    await startEngine(page);
    assert.ok(await page.evaluate(() => crossOriginIsolated));
    const threads = await page.evaluate(() => Math.min(8, navigator.hardwareConcurrency));
    await textIs(page, ".depth", threads > 1 ? new RegExp(`^depth .* ${threads} threads`) : /^depth/);
  });
});

test("a new position stops the search of several threads without ending the workers", async () => {
  await withPage({}, async (page) => {
    /** @type {string[]} */
    const workers = [];
    page.on("worker", (worker) => workers.push(worker.url()));
    await startEngine(page);
    await textIs(page, ".depth", /^depth ([4-9]|..)/);
    for (let move = 1; move <= 3; move++) {
      await playSome(page, 1, move);
      await textIs(page, ".depth", /^depth ([4-9]|..)/);
    }
    assert.equal(workers.filter((url) => url.endsWith("engine-worker.js")).length, 1);
  });
});

for (const [what, file] of [["the module for several threads", "engine-threads_bg.wasm"], ["a helper", "engine-helper.js"]]) {
  test(`the engine searches with one thread if ${what} does not load`, async () => {
    await withPage({}, async (page) => {
      await page.route(`**/${file}`, (route) => route.abort());
      page.removeAllListeners("console");
      await startEngine(page);
      await textIs(page, ".depth", /^depth/);
      assert.doesNotMatch((await page.textContent(".depth")) ?? "", /threads/);
    });
  });
}

test("the engine shows lines and the evaluation bar, and stops", async () => {
  const game = (await games())[0];
  assert.ok(game);
  await withPage({}, async (page) => {
    await open(page, `analysis/${game.id}`);
    await page.waitForSelector(".cell.can");
    await page.keyboard.press("e");
    await page.waitForSelector(".lines .value");
    await page.waitForSelector(".bar:visible");
    assert.match((await page.getAttribute(".bar", "aria-label")) ?? "", /^Evaluation: .+(\d+%|\(proven\))$/);
    await page.click(".lines .move >> nth=0");
    await page.waitForSelector(".moves .move");
    await page.keyboard.press("e");
    await page.waitForSelector(".bar", { state: "hidden" });
    await page.click("text=Play from here");
    await page.click("form .primary");
    await page.waitForSelector(".actions .buttons");
  });
});

test("a finished game is stepped through, reviewed, downloaded and read again", async () => {
  const game = (await games()).find(({ id }) => id !== "") ?? { id: "" };
  await withPage({ acceptDownloads: true }, async (page) => {
    await open(page, `new/${game.id}?with=screen`);
    await page.click('role=button[name="Start"]');
    await playOn(page, mouse, { seed: 5 });
    const moves = await page.locator(".moves .move").count();

    await page.keyboard.press("ArrowUp");
    await until(page, () => document.querySelector(".move[aria-current]") === null);
    await page.keyboard.press("ArrowRight");
    await until(page, () => document.querySelector(".move[aria-current]")?.getAttribute("data-node") === "1");

    await page.click("text=Find mistakes");
    await page.waitForSelector(".graph .curve");
    await page.click(".graph", { position: { x: 5, y: 20 } });
    await page.waitForSelector(".review p:has-text('No clear mistakes'), .mistakes", { timeout: 4 * PATIENCE });

    const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download record")]);
    const record = await readFile(await download.path(), "utf8");
    assert.match(record, /^\[/);
    // The analysis starts at the position that was shown.
    const atTheEnd = () => until(page, () => [...document.querySelectorAll(".moves .move")].at(-1)?.getAttribute("aria-current") === "true");
    await page.click(".stepping button[title^='Last move']");
    await atTheEnd();
    await page.click("text=Analyse");
    await page.waitForSelector(".analysis, .engine");
    await until(page, (count) => document.querySelectorAll(".moves .move").length === count, moves);
    await atTheEnd();

    await open(page, `analysis/${game.id}`);
    await page.click("text=Paste a record");
    await page.fill(".paste textarea", record);
    await page.click(".paste button");
    await until(page, (count) => document.querySelectorAll(".moves .move").length === count, moves);
    await page.fill(".paste textarea", "[Game \"nonsense\"]\n\n1. zz9 *");
    await page.click(".paste button");
    await page.waitForSelector(".toast");
  });
});

test("the values of all moves are listed and marked where they are known, with the engine on or off", async () => {
  await withPage({}, async (page) => {
    // They come from a table, so they need no time.
    await open(page, "analysis/staqs");
    await page.waitForSelector(".explorer:not(.stale)");
    assert.equal(await page.getAttribute(".engine button", "aria-pressed"), "false");
    const texts = (/** @type {string} */ name) => page.locator(`.explorer [aria-label="${name}"] .move`).allTextContents();
    // Mirror images share a place, and what a move is worth in practice stands behind it.
    const moves = async (/** @type {string} */ name) => (await texts(name)).map((text) => text.split(" ")[0] ?? "");
    const count = async (/** @type {string} */ name) => (await moves(name)).reduce((sum, text) => sum + Number(text.split("×")[1] ?? 1), 0);
    assert.deepEqual((await moves("Win")).sort(), ["b2×4", "c2×4"]);
    assert.match((await texts("Win"))[0] ?? "", /^\w+×4 \d+%$/);
    assert.equal(await count("Loss"), 17);
    assert.match((await page.textContent(".explorer .depth")) ?? "", /^Solved: table of all setups\./);
    const letter = (/** @type {string} */ square) => page.getAttribute(`.cell[data-square="${square}"]`, "data-letter");
    assert.deepEqual([await letter("b2"), await letter("a1")], ["W", "L"]);
    await page.click(".engine button");
    await page.waitForSelector(".lines li:not([hidden])");
    assert.deepEqual([await letter("b2"), await letter("a1")], ["W", "L"]);
    await page.click(".explorer .move >> text=c2");
    await until(page, () => document.querySelectorAll(".moves .move").length === 1);
    // White wins with none of the replies.
    await page.waitForSelector(".explorer:not(.stale) .value.loss");
    assert.equal(await count("Loss"), 24);
    await page.click(".engine button");
    await page.waitForSelector(".bar", { state: "hidden" });
    assert.equal(await count("Loss"), 24, "the values stay");
    await page.keyboard.press("ArrowLeft");
    await until(page, () => document.querySelector(".explorer:not(.stale) .value.win"));
  });
});

test("moves alone and positions can be pasted", async () => {
  await withPage({}, async (page) => {
    await open(page, "analysis/staqs");
    await page.click("text=Paste a record");
    await page.fill(".paste textarea", "1. c3 b2 2. d4");
    await page.click(".paste button");
    await until(page, () => document.querySelectorAll(".moves .move").length === 3);
    const position = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1) ?? "");
    await open(page, "analysis/staqs");
    await page.click("text=Paste a record");
    await page.fill(".paste textarea", ` ${position}\n`);
    await page.click(".paste button");
    await until(page, (text) => decodeURIComponent(location.pathname).endsWith(text), position);
    // An invalid text changes nothing; the Back button of the browser restores the moves.
    await open(page, "analysis/clusterfuss");
    await playSome(page, 2);
    await page.click("text=Paste a record");
    await page.fill(".paste textarea", "no_position");
    await page.click(".paste button");
    await page.waitForSelector(".toast");
    assert.equal(await page.locator(".moves .move").count(), 2);
    await page.click(".tabs >> text=Qawale");
    await page.waitForSelector(".moves:not(:has(.move))");
    await page.goBack();
    await until(page, () => document.querySelectorAll(".moves .move").length === 2);
  });
});

test("pictures and records of a table have addresses", async () => {
  const game = (await games())[0];
  assert.ok(game);
  const table = await newTable({ game: game.id, seats: [{ kind: "bot", level: 1 }, { kind: "bot", level: 1 }] });
  for (const [end, kind] of [["pgn", /^(text|application)\//], ["svg", /svg/], ["png", /png/]]) {
    const response = await fetch(`${BASE}${table.id}.${end}`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get("content-type") ?? "", /** @type {RegExp} */ (kind));
  }
});
