// Setting up positions on the analysis board.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { BASE, closeBrowser, open, until, withPage } from "./help/browser.js";
import { keyboard, mouse, tabTo } from "./help/player.js";

after(closeBrowser);

/** @typedef {import("playwright-core").Page} Page */

/** Opens the editor of a game. @param {Page} page @param {string} game */
async function edit(page, game) {
  await open(page, `analysis/${game}`);
  await page.waitForSelector(".cell.can");
  await page.click("button:has-text('Set up position')");
  await page.waitForSelector(".brush");
}

/** Does something and waits until the board is drawn again. @param {Page} page @param {() => Promise<void>} act */
async function drawn(page, act) {
  const before = await page.getAttribute(".stage", "data-drawn");
  await act();
  await until(page, (old) => document.querySelector(".stage")?.getAttribute("data-drawn") !== old, before);
}

/** @param {Page} page @param {string} square */
const click = (page, square) => drawn(page, () => mouse.square(page, square));

/** @param {Page} page */
const text = (page) => page.inputValue(".editor input[type=text]");

/** @param {Page} page */
const problem = async (page) => (await page.textContent(".problem.bad")) ?? "";

/** Finishes editing and returns the text of the position. @param {Page} page */
async function finish(page) {
  await page.click(".editor .primary");
  await page.waitForSelector(".editor", { state: "hidden" });
  await until(page, () => document.querySelector(".status")?.textContent);
  return decodeURIComponent(page.url().slice(`${BASE}analysis/`.length));
}

test("stacks are built, lowered and undone with the mouse", async () => {
  await withPage({}, async (page) => {
    await edit(page, "staqs");
    await page.click("text=Blue piece");
    await click(page, "c3");
    await click(page, "c3");
    assert.equal(await text(page), "std_nnnnn-nnnnn-nnb3nn-nnnnn-nnnnn_b_3-4");
    assert.match(await problem(page), /A stack of height 3 leaves no more than 23 neutral pieces/);
    assert.ok(await page.isDisabled(".editor .primary"));
    await page.click(".brush:has-text('Remove')");
    await click(page, "a1");
    await click(page, "c3");
    assert.equal(await page.locator(".problem.bad").count(), 0);
    await drawn(page, () => page.click("text=Undo"));
    assert.match((await page.getAttribute('.cell[data-square="c3"]', "aria-label")) ?? "", /height 3/);
    await drawn(page, () => page.selectOption(".editor select", { label: "White" }).then(() => {}));
    assert.equal(await finish(page), "staqs/std_nnnnn-nnnnn-nnb3nn-nnnnn-ennnn_w_3-4");
  });
});

test("a position is set up with the keyboard alone", async () => {
  await withPage({}, async (page) => {
    await open(page, "analysis/qawale");
    await page.waitForSelector(".cell.can");
    await keyboard.press(page, "button:has-text('Set up position')");
    await page.waitForSelector(".brush");
    await tabTo(page, ".brush input:checked");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.textContent(".brush:has(:checked)"), "DDark stone");
    await page.keyboard.press("ArrowLeft");
    await page.evaluate(() => document.querySelector("main")?.focus());
    await drawn(page, () => keyboard.square(page, "b2"));
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "b2, one Light stone");
    await drawn(page, () => keyboard.square(page, "c3"));
    assert.match(await problem(page), /2 light and 0 dark/);
    await drawn(page, () => page.keyboard.press("Escape"));
    await keyboard.press(page, ".editor .primary");
    await page.waitForSelector(".editor", { state: "hidden" });
    await until(page, () => location.pathname.endsWith("/std_nn.0.0.nn-0.0.0.0-0.l.0.0-nn.0.0.nn_d"));
  });
});

test("tiles need both ends, and impossible changes are refused with a reason", async () => {
  await withPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
    await edit(page, "isaac");
    await drawn(page, () => page.selectOption(".editor select", { label: "scoring" }).then(() => {}));
    await page.click("text=Light tile");
    await click(page, "c3");
    assert.match((await page.getAttribute('.cell[data-square="c3"]', "aria-label")) ?? "", /chosen/);
    assert.equal(await page.textContent(".status"), "Choose the other end");
    await click(page, "c9");
    await click(page, "a5");
    await page.tap('.cell[data-square="d5"]');
    await page.waitForSelector(".refusal:has-text('c5 is taken')");
    await page.click("text=Dark counter");
    await click(page, "b4");
    const score = page.locator(".field:has-text(\"Dark's score\") input");
    assert.equal(await score.inputValue(), "31");
    await score.fill("101");
    await score.blur();
    await page.waitForSelector(".refusal:has-text('must be 0 to 100')");
    assert.equal(await score.inputValue(), "31");
    assert.equal(await finish(page), "isaac/std_score_d_0_c3c9_54321-54320_31-0_n");
  });
});

test("a position can be typed, changed by options, or left unchanged", async () => {
  await withPage({}, async (page) => {
    await edit(page, "clusterfuss");
    const start = await text(page);
    await page.fill(".editor input[type=text]", `${start}nonsense`);
    await page.waitForSelector(".problem.bad");
    assert.match(await problem(page), /.{10,}\.$/);
    await drawn(page, () => page.fill(".editor input[type=text]", "size-3_3-1b1-rb1_r"));
    assert.equal(await page.locator(".cell").count(), 9);
    await page.click("text=Cancel");
    await until(page, () => document.querySelectorAll(".cell").length > 9);
    await page.click("button:has-text('Set up position')");
    await page.waitForSelector(".brush");
    await page.click("summary:has-text('Options')");
    await drawn(page, () => page.fill(".editor details input", "4").then(() => page.keyboard.press("Tab")));
    await drawn(page, () => page.click("text=Clear board"));
    assert.match(await problem(page), /empty/);
    await page.click("text=Red checker");
    await click(page, "a1");
    await page.click("text=Blue checker");
    await click(page, "a2");
    assert.equal(await finish(page), "clusterfuss/size-4_4-4-b3-r3_r");
  });
});

test("the start position has the same options, and typing never undoes a click", async () => {
  await withPage({}, async (page) => {
    await open(page, "analysis/staqs/size-4.pieces-2.players-3_nnnn-nnnn-nnnn-nnnn_b_2-2-2");
    await page.waitForSelector(".cell.can");
    await page.click("button:has-text('Set up position')");
    await page.waitForSelector(".brush");
    await page.focus(".editor input[type=text]");
    await page.click("text=Red piece");
    await click(page, "b2");
    assert.equal(await text(page), "size-4.pieces-2.players-3_nnnn-nnnn-nr2nn-nnnn_b_2-2-1");
    await drawn(page, () => page.click("text=Start position"));
    assert.equal(await text(page), "size-4.pieces-2.players-3_nnnn-nnnn-nnnn-nnnn_b_2-2-2");
    await drawn(page, () => page.click("text=Undo"));
    await drawn(page, () => page.fill(".editor input[type=text]", "size-4.pieces-2.players-3_nnnn-nnnn-nr2nn-nnnn_w_2-2-1"));
    assert.equal(await finish(page), "staqs/size-4.pieces-2.players-3_nnnn-nnnn-nr2nn-nnnn_w_2-2-1");
  });
});
