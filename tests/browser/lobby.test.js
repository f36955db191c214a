// The lobby: challenges that one click accepts, public games, phrases, QR codes.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { BASE, closeBrowser, open, withPage } from "./help/browser.js";

after(closeBrowser);

/** @typedef {import("./help/browser.js").Page} Page */

/**
 * Runs something with pages of several new visitors, whose names are in their settings.
 * @param {string[]} names
 * @param {(pages: Page[]) => Promise<void>} work
 * @param {Page[]} [pages]
 * @returns {Promise<void>}
 */
const withVisitors = (names, work, pages = []) => {
  const [name, ...others] = names;
  if (name === undefined) return work(pages);
  return withPage({}, async (page) => {
    await page.addInitScript((name) => localStorage.setItem("strata.settings", JSON.stringify({ name, sound: false })), name);
    await withVisitors(others, work, [...pages, page]);
  });
};

/** Posts a challenge, and returns the id of its table. @param {Page} page @param {string} game @param {string} [clock] */
async function post(page, game, clock = "5+3") {
  await open(page, `new/${game}?with=anyone`);
  await page.selectOption('label:has-text("Clock") select', clock);
  await page.click('role=button[name="Post challenge"]');
  await page.waitForSelector("text=Your challenge is in the lobby");
  return new URL(page.url()).pathname.split("/").pop() ?? "";
}

/** The entry of a table in the lobby. @param {Page} page @param {string} id */
const entry = (page, id) => page.locator(`.lobby [data-table="${id}"]`);

test("ten visitors meet in the lobby: every challenge is accepted by one of them, and the others watch", async () => {
  const names = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo"];
  await withVisitors(names, async (pages) => {
    const [ann, bob, cleo, ...others] = /** @type {[Page, Page, Page, ...Page[]]} */ (pages);
    const ids = [await post(ann, "qawale"), await post(bob, "clusterfuss", "86400/turn"), await post(cleo, "staqs", "")];
    const accepting = others.slice(0, 3);
    for (const page of others) {
      await open(page, "");
      for (const id of ids) await entry(page, id).waitFor();
    }
    const texts = await Promise.all(ids.map((id) => entry(/** @type {Page} */ (others[0]), id).innerText()));
    assert.match(texts[0] ?? "", /Ann[\s\S]*Qawale[\s\S]*5\+3[\s\S]*Play/);
    assert.match(texts[1] ?? "", /Bob[\s\S]*Clusterfuss[\s\S]*1 day per move/);
    assert.match(texts[2] ?? "", /Cleo[\s\S]*STAQS[\s\S]*No clock/);
    await Promise.all(accepting.map((page, place) => entry(page, ids[place] ?? "").getByRole("button", { name: /^Play/ }).click()));
    for (const [place, page] of accepting.entries()) {
      await page.waitForURL(new RegExp(`${ids[place]}$`));
      await page.waitForSelector(".player .name:has-text('(you)')");
    }
    for (const page of [ann, bob, cleo]) await page.waitForSelector("text=Your challenge is in the lobby", { state: "detached" });
    // The others see the games, and can watch them.
    for (const page of others.slice(3)) for (const id of ids) await page.locator(`.playing [data-table="${id}"] img[src]`).waitFor();
    const watcher = /** @type {Page} */ (others[4]);
    await entry(watcher, ids[0] ?? "").getByRole("link").click();
    await watcher.waitForSelector("text=You are a spectator");
    await ann.waitForSelector("text=1 watching");
  });
});

test("a challenge that two visitors accept at once goes to one of them, and disappears with its creator", async () => {
  await withVisitors(["Kim", "Lou", "Mia"], async (pages) => {
    const [kim, lou, mia] = /** @type {[Page, Page, Page]} */ (pages);
    const id = await post(kim, "clusterfuss");
    for (const page of [lou, mia]) {
      await open(page, "");
      await entry(page, id).waitFor();
    }
    await Promise.all([lou, mia].map((page) => entry(page, id).getByRole("button").click()));
    await kim.waitForSelector("text=Your challenge is in the lobby", { state: "detached" });
    const winner = await Promise.any([lou, mia].map((page) => page.waitForURL(new RegExp(`${id}$`)).then(() => page)));
    const other = winner === lou ? mia : lou;
    await other.waitForSelector("text=All seats are taken");
    assert.ok(!other.url().endsWith(id));
    const next = await post(kim, "qawale");
    await entry(other, next).waitFor();
    await kim.goto(`${BASE}rules/qawale`);
    await entry(other, next).waitFor({ state: "detached" });
  });
});

test("players say phrases to each other, and can hide them", async () => {
  await withVisitors(["Nia", "Oz"], async (pages) => {
    const [nia, oz] = /** @type {[Page, Page]} */ (pages);
    const id = await post(nia, "qawale");
    await open(oz, "");
    await entry(oz, id).getByRole("button").click();
    await oz.click("text=Say something");
    const before = await nia.locator(".board").boundingBox();
    await oz.click('role=button[name="Good luck"]');
    await nia.waitForSelector(".said:has-text('Good luck')");
    assert.deepEqual(await nia.locator(".board").boundingBox(), before, "the board does not move");
    await nia.waitForSelector(".said", { state: "detached" });
    await nia.click("text=Say something");
    await nia.click("text=Hide their phrases");
    await oz.click('role=button[name="Thanks"]');
    await oz.waitForSelector(".said:has-text('Thanks')");
    assert.equal(await nia.locator(".said").count(), 0);
    await nia.click("text=Show their phrases");
    await nia.waitForSelector(".said:has-text('Thanks')");
  });
});

test("the QR code of an invitation is drawn", async () => {
  await withVisitors(["Pat"], async ([page]) => {
    if (!page) return;
    await open(page, "new/qawale?with=friend");
    await page.click('role=button[name="Create invite link"]');
    await page.click("text=QR code");
    const image = page.locator(".qr img");
    await image.waitFor();
    assert.ok(await image.evaluate((/** @type {HTMLImageElement} */ one) => one.decode().then(() => one.naturalWidth > 0)));
  });
});
