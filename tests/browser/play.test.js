// Every game from the home page to its end, with the mouse and with the keyboard alone.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, countIs, games, open, PATIENCE, textIs, until, withPage } from "./help/browser.js";
import { keyboard, mouse, playOn, tabTo } from "./help/player.js";

after(closeBrowser);

for (const { id, name } of await games()) {
  test(`${name} is played to the end with the mouse`, async () => {
    await withPage({}, async (page) => {
      await open(page);
      await page.click(`.card[data-game="${id}"] a:has-text("Same device")`);
      await page.click('role=button[name="Start"]');
      const steps = await playOn(page, mouse, { seed: 11 });
      assert.ok(steps > 4, `${steps} steps`);
      const result = await page.textContent(".after-game .result");
      assert.match(result ?? "", /wins|Draw|share/);
      await countIs(page, ".cell.can", 0);
    });
  });

  test(`${name} is played to the end with the keyboard alone`, async () => {
    await withPage({}, async (page) => {
      await open(page, `new/${id}?with=screen`);
      await page.waitForSelector("form .primary");
      await tabTo(page, "form .primary");
      await page.keyboard.press("Enter");
      await playOn(page, keyboard, { seed: 23 });
      const moves = await page.locator(".moves .move").count();
      assert.ok(moves > 2, `${moves} moves`);
      assert.match((await page.textContent(".after-game .result")) ?? "", /wins|Draw|share/);
    });
  });
}

test("a bot moves, hints are shown, moves are taken back", async () => {
  const game = (await games())[0];
  assert.ok(game);
  await withPage({}, async (page) => {
    await open(page, `new/${game.id}?with=bot`);
    await page.click('role=button[name="Start"]');
    await page.click(".cell.can >> nth=0");
    await page.waitForSelector('.moves .move >> nth=1');
    await page.waitForSelector(".cell.can");
    await page.click("text=Hint");
    await page.waitForSelector(".status:has-text('Hint:')");
    assert.ok((await page.locator(".cell.hint").count()) > 0);
    await page.keyboard.press("u");
    await until(page, () => document.querySelector('.moves .move[aria-current]') === null);
    await page.waitForSelector(".cell.can");
    // The moves stay in the list.
    await countIs(page, ".moves .move", 2);
  });
});

test("moves that were taken back are not part of the game", async () => {
  const [game] = await games();
  await withPage({}, async (page) => {
    await open(page, `new/${game?.id}?with=screen`);
    await page.click('role=button[name="Start"]');
    for (const moves of [1, 2, 3]) {
      await page.waitForSelector(".cell.can");
      await page.click(".cell.can >> nth=0");
      await until(page, (count) => document.querySelectorAll(".moves .move").length === count && document.querySelector(".cell.can"), moves);
    }
    await page.keyboard.press("u");
    await until(page, () => document.querySelectorAll(".move.off").length === 1);
    await page.keyboard.press("ArrowUp");
    await page.waitForSelector("text=Back to the game");
    await page.click(".cell >> nth=0");
    await page.waitForSelector(".refusal:has-text('earlier position')");
    await page.keyboard.press("ArrowDown");
    await until(page, () => document.querySelector(".move[aria-current]")?.getAttribute("data-node") === "2");
    await page.waitForSelector(".cell.can");
    // There is no next move, so one step back leads to the first one.
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector('.move[aria-current][data-node="1"]');
  });
});

test("a game between bots is watched to its end", async () => {
  const game = (await games())[0];
  assert.ok(game);
  await withPage({ reducedMotion: "no-preference" }, async (page) => {
    await open(page, `new/${game.id}?with=bots`);
    for (const slider of await page.locator(".fields input[type=range]").all()) await slider.fill("1");
    await page.click('role=button[name="Start"]');
    await page.waitForSelector(".after-game .result", { timeout: 4 * PATIENCE });
    const last = page.locator(".moves .move").last();
    assert.equal(await last.getAttribute("aria-current"), "true");
    await textIs(page, ".actions", /You were a spectator/);
  });
});

/** The names of squares. @param {import("playwright-core").Page} page @param {string} selector */
function squares(page, selector) {
  return page.locator(selector).evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-square") ?? ""));
}

test("a game between bots is paused, played move by move, and resumed", async () => {
  const game = (await games())[0];
  assert.ok(game);
  await withPage({}, async (page) => {
    await open(page, `new/${game.id}?with=bots`);
    for (const slider of await page.locator(".fields input[type=range]").all()) await slider.fill("1");
    await page.click('role=button[name="Start"]');
    const table = async () => (await fetch(`${page.url().replace(/\/([^/]*)$/, "/api/tables/$1")}`)).json();
    const isPaused = async (/** @type {boolean} */ wanted) => {
      const end = Date.now() + PATIENCE;
      while ((await table()).paused !== wanted) {
        assert.ok(Date.now() < end, `paused is not ${wanted}`);
        await page.waitForTimeout(20);
      }
    };
    /** Waits until the page shows as many moves as the server has. */
    const allMoves = async () => {
      const count = (await table()).history.length - 1;
      await countIs(page, ".moves .move", count);
      return count;
    };
    await page.waitForSelector(".moves .move");
    await page.keyboard.press("p");
    await isPaused(true);
    await textIs(page, ".status", "Paused");
    const before = await allMoves();
    await page.click("text=Next move");
    await until(page, (count) => document.querySelectorAll(".moves .move").length === count + 1, before);
    await isPaused(true);
    assert.equal(await allMoves(), before + 1);
    // While an earlier position is shown, the bots wait.
    await page.click("text=Resume");
    await isPaused(false);
    await page.keyboard.press("ArrowLeft");
    await isPaused(true);
    await page.click("text=Back to the game");
    await isPaused(false);
    await page.selectOption(".actions select", "Slow");
    await isPaused(true);
    await isPaused(false);
  });
});

test("points are chosen with a slider that previews the new score", async () => {
  const position = "std_score_d_d10i10.d2d8_a3a8_01310-11200_0-0_n";
  await withPage({}, async (page) => {
    await open(page, `analysis/isaac/${position}`);
    await page.waitForSelector(".cell.can");
    await page.click(`.cell[data-square="d2"]`);
    const slider = page.locator(".number-choice input[type=range]");
    const places = () => page.locator('.cell[aria-label*="counter"]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-square")));
    const chosen = await places();
    await slider.fill("3");
    await until(page, (before) => {
      const cells = [...document.querySelectorAll('.cell[aria-label*="counter"]')].map((cell) => cell.getAttribute("data-square"));
      return cells.join() !== before.join();
    }, chosen);
    assert.equal(await page.inputValue(".number-choice input[type=number]"), "3");
    assert.equal(await page.textContent(".number-choice button"), "Score 3");
    assert.equal(await page.locator(".moves .move").count(), 0, "a preview is not a move");
    // Esc takes the tile back, and the focus returns to the board.
    await page.focus(".number-choice input[type=range]");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".number-choice", { state: "detached" });
    await page.keyboard.press("Enter");
    await page.locator(".number-choice").getByRole("slider", { name: /^Score up to/ }).fill("3");
    await page.click(".number-choice button");
    await page.waitForSelector('.moves .move:has-text("d2=3")');
  });
});

test("a typed move that is refused stays in the field to be corrected", async () => {
  await withPage({}, async (page) => {
    await open(page, "new/staqs?with=screen");
    await page.click('role=button[name="Start"]');
    await page.waitForSelector(".cell.can");
    const typed = page.locator("input.typed");
    await typed.fill("a9");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".toast");
    assert.equal(await typed.inputValue(), "a9");
    // The text is selected, so that typing replaces it.
    await page.keyboard.type("a1");
    await page.keyboard.press("Enter");
    await page.waitForSelector('.moves .move:has-text("a1")');
    await until(page, () => document.querySelector("input.typed")?.matches(":placeholder-shown"));
  });
});

test("a half-entered move is shown, changed and taken back", async () => {
  await withPage({}, async (page) => {
    for (const { id } of await games()) {
      await open(page, `new/${id}?with=screen`);
      await page.click('role=button[name="Start"]');
      await page.waitForSelector(".cell.can");
      const starts = await squares(page, ".cell.can");
      await page.click(".cell.can >> nth=0");
      await until(page, () => document.querySelector(".so-far, .moves .move"));
      if (!(await page.locator(".so-far").count())) continue;
      assert.ok((await page.locator(".cell.chosen").count()) > 0, id);
      // The square of another piece chooses that one instead; other squares are refused with a reason.
      const others = () => squares(page, ".cell:not(.can):not(.chosen)");
      const other = (await others()).find((square) => starts.includes(square));
      if (other) {
        await mouse.square(page, other);
        await page.waitForSelector(`.cell.chosen[data-square="${other}"]`);
        assert.equal(await page.locator(".cell.chosen").count(), 1, id);
      }
      const useless = (await others()).find((square) => !starts.includes(square));
      if (useless) {
        await mouse.square(page, useless);
        await page.waitForSelector(".refusal .readout");
        assert.match((await page.textContent(".refusal .readout")) ?? "", /^.{8,}\.$/);
      }
      await page.keyboard.press("Escape");
      await page.waitForSelector(".so-far", { state: "detached" });
      await countIs(page, ".cell.chosen", 0);
    }
  });
});
