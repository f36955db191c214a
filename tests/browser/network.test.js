// Two browsers and a spectator at one table.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { BASE, closeBrowser, games, open, withPage, until } from "./help/browser.js";

after(closeBrowser);

/** @typedef {import("playwright-core").Page} Page */

/** Plays one whole move on whatever is offered. @param {Page} page */
async function playMove(page) {
  const before = await page.locator(".moves .move").count();
  for (let step = 0; step < 12 && (await page.locator(".moves .move").count()) === before; step++) {
    await page.waitForSelector(".cell.can");
    const drawn = await page.getAttribute(".stage", "data-drawn");
    await page.click(".cell.can >> nth=-1");
    await until(page, ([moves, old]) => document.querySelectorAll(".moves .move").length !== moves
      || (document.querySelector(".so-far") && document.querySelector(".stage")?.getAttribute("data-drawn") !== old), [before, drawn]);
  }
}

/** @param {Page} page @param {number} count */
const movesAre = (page, count) => until(page, (wanted) => document.querySelectorAll(".moves .move").length === wanted, count);

test("a friend joins by the link, both see every move, a reload loses nothing", async () => {
  const game = (await games())[0];
  assert.ok(game);
  await withPage({}, async (host) => {
    await open(host, `new/${game.id}?with=friend`);
    await host.click("text=Make the link");
    const link = await host.inputValue(".invite input");
    assert.ok(link.startsWith(BASE), link);
    await withPage({}, async (guest) => {
      await guest.goto(link);
      await guest.waitForSelector(".player");
      // The secret does not stay in the address.
      assert.match(guest.url(), /\/[^/]+$/);
      assert.equal(guest.url(), host.url());
      await host.waitForSelector(".invite", { state: "detached" });

      await playMove(host);
      await movesAre(guest, 1);
      await guest.reload();
      await movesAre(guest, 1);
      await playMove(guest);
      await movesAre(host, 2);

      await withPage({}, async (watcher) => {
        await watcher.goto(host.url());
        await movesAre(watcher, 2);
        assert.equal(await watcher.locator(".cell.can").count(), 0);
        assert.match((await watcher.textContent(".actions")) ?? "", /watching/);
        await watcher.click(".cell >> nth=0");
        await watcher.waitForSelector(".refusal");
        await playMove(host);
        await movesAre(watcher, 3);
      });

      await guest.click("text=Offer draw");
      await host.click(".banner >> text=Decline");
      await guest.waitForSelector(".banners .banner", { state: "detached" });
      await guest.click("text=Take back");
      await host.click(".banner >> text=Accept");
      await guest.waitForSelector(".banners .banner", { state: "detached" });

      await guest.click("text=Resign");
      await guest.click("dialog >> text=Resign");
      await host.waitForSelector(".afterwards .result");
      await guest.waitForSelector(".afterwards .result");
      assert.match((await host.textContent(".result")) ?? "", /resigned/);

      const old = host.url();
      await host.click("text=Rematch");
      await host.waitForURL((url) => url.href !== old);
      await guest.waitForURL((url) => url.href !== old);
      assert.equal(guest.url(), host.url());
      await guest.waitForSelector(".cell.can");
    });
  });
});

test("whoever comes by the public address may take a free seat", async () => {
  const game = (await games())[0];
  assert.ok(game);
  await withPage({}, async (host) => {
    await open(host, `new/${game.id}?with=friend`);
    await host.click("text=Make the link");
    await host.waitForSelector(".invite");
    await playMove(host);
    await withPage({}, async (guest) => {
      await guest.goto(host.url());
      await guest.click("text=Sit down and play");
      await guest.waitForSelector(".cell.can");
      await host.waitForSelector(".invite", { state: "detached" });
      await playMove(guest);
      await movesAre(host, 2);
    });
  });
});

test("a lost connection comes back by itself and shows the truth", async () => {
  const game = (await games())[0];
  assert.ok(game);
  await withPage({}, async (host) => {
    await open(host, `new/${game.id}?with=friend`);
    await host.click("text=Make the link");
    const link = await host.inputValue(".invite input");
    await withPage({}, async (guest) => {
      await guest.addInitScript(() => {
        // Lets the test cut the line.
        const Real = WebSocket;
        /** @type {any} */ (globalThis).WebSocket = class extends Real {
          /** @param {string | URL} url */
          constructor(url) {
            super(url);
            /** @type {any} */ (globalThis).line = this;
          }
        };
      });
      await guest.goto(link);
      await guest.waitForSelector(".player");
      await host.waitForSelector(".invite", { state: "detached" });
      await guest.evaluate(() => /** @type {any} */ (globalThis).line.close());
      await playMove(host);
      await movesAre(guest, 1);
      await guest.waitForSelector(".cell.can");
    });
  });
});
