// Two browsers and a spectator at one table.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { BASE, closeBrowser, games, heard, hears, listenTo, open, playAs, tableForTwo, until, withPage } from "./help/browser.js";
import { OwnServer } from "./help/server.js";

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

/**
 * Somebody makes a table of the first game, a friend comes by the link.
 * @param {(host: Page, guest: Page, link: string) => Promise<void>} work
 * @param {{ clock?: string, arrive?: (guest: Page) => Promise<void> }} [more]
 */
async function two(work, { clock = "", arrive = async () => {} } = {}) {
  const [game] = await games();
  await withPage({}, async (host) => {
    await listenTo(host);
    await open(host, `new/${game?.id}?with=friend`);
    if (clock) {
      await host.selectOption(".field:has-text('Clock') select", "own");
      await host.fill("input[placeholder='5+3 or 30/turn']", clock);
    }
    await host.click("text=Make the link");
    const link = await host.inputValue(".invite input");
    assert.ok(link.startsWith(BASE), link);
    await withPage({}, async (guest) => {
      await listenTo(guest);
      await arrive(guest);
      await guest.goto(link);
      await guest.waitForSelector(".player");
      await host.waitForSelector(".invite", { state: "detached" });
      await work(host, guest, link);
    });
  });
}

/** @param {Page} page */
async function resign(page) {
  await page.click("text=Resign");
  await page.click("dialog >> text=Resign");
  await page.waitForSelector(".after-game .result");
}

test("a friend joins by the link, both see every move, a reload loses nothing", () => two(async (host, guest) => {
  // The secret does not stay in the address.
  assert.match(guest.url(), /\/[^/]+$/);
  assert.equal(guest.url(), host.url());

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
}));

test("offers are made, declined and accepted, and everybody is told", () => two(async (host, guest) => {
  await playMove(host);
  await playMove(guest);
  await guest.click("text=Offer draw");
  await guest.click("dialog >> text=Offer it");
  await host.click(".banner >> text=Decline");
  await guest.waitForSelector(".toast:has-text('declined')");
  await guest.click("text=Take back");
  await host.click(".banner >> text=Accept");
  await guest.waitForSelector(".banners .banner", { state: "detached" });
  await host.waitForSelector(".move.off");
}));

test("a rematch is asked for, never forced", () => two(async (host, guest) => {
  await resign(guest);
  assert.match((await guest.textContent(".result")) ?? "", /^You lost\..* resigned/);
  await host.waitForSelector(".result:has-text('You won')");
  const old = host.url();
  await host.click("text=Rematch");
  await host.waitForSelector(".banner:has-text('You ask for a rematch')");
  assert.equal(guest.url(), old);
  await guest.click(".banner >> text=Play again");
  await host.waitForURL((url) => url.href !== old);
  await guest.waitForURL((url) => url.href !== old);
  assert.equal(guest.url(), host.url());
  await guest.waitForSelector(".cell.can");
}));

test("names are told to the other side, also in the middle of a game", () => two(async (host, guest) => {
  await guest.fill(".naming input", "Ada");
  await guest.click("text=Tell the others");
  await host.waitForSelector(".player .name:has-text('Ada')");
  await guest.waitForSelector(".naming", { state: "hidden" });
  await guest.waitForSelector(".player .name:has-text('Ada (you)')");
}));

test("opening the link for a friend oneself keeps the own seat", () => two(async (host, _guest, link) => {
  await host.goto(link);
  await host.waitForSelector(".toast:has-text('already')");
  await playMove(host);
  await host.reload();
  await movesAre(host, 1);
  await host.waitForSelector(".player .name:has-text('You')");
}));

test("whoever runs out of time loses", () => two(async (host, guest) => {
  await host.waitForSelector(".result:has-text('You lost')");
  assert.match((await host.textContent(".result")) ?? "", /time/);
  await guest.waitForSelector(".result:has-text('You won')");
}, { clock: "0.05+0" }));

test("the win is claimed from somebody who does not come back", () => two(async (host, guest) => {
  await playMove(host);
  await guest.goto("about:blank");
  await host.waitForSelector(".player .away");
  await host.waitForSelector("button:disabled:has-text('Claim the win in')");
  await hears(host, /White is away\. You can claim the win soon/);
  await hears(host, /You can claim the win now/);
  await host.click("button:not(:disabled):has-text('Claim the win')");
  await host.waitForSelector(".result:has-text('You won')");
  // Who comes back afterwards is seen, but nobody has waited to hear of it.
  await guest.goto(host.url());
  await guest.click("text=Rematch");
  await hears(host, /White asks for a rematch/);
  assert.doesNotMatch((await heard(host)).join(), /is back/);
}, { clock: "5+3" }));

test("an invited seat waits for the link", async () => {
  const [game] = await games();
  await withPage({}, async (host) => {
    await open(host, `new/${game?.id}?with=friend`);
    await host.click("text=Make the link");
    const link = await host.inputValue(".invite input");
    await withPage({}, async (other) => {
      await other.goto(host.url());
      await other.waitForSelector("text=You are watching");
      assert.equal(await other.locator("text=Sit down and play").count(), 0);
    });
    await withPage({}, async (guest) => {
      await guest.goto(link);
      await host.waitForSelector(".invite", { state: "detached" });
    });
  });
});

test("a game goes on at another device", () => two(async (host) => {
  await host.click("text=Go on at another device");
  const own = await host.inputValue("input[aria-label='Your own link']");
  await withPage({}, async (phone) => {
    await phone.goto(own);
    await playMove(phone);
    await movesAre(host, 1);
  });
}));

test("whoever asked for a rematch and left comes to it later", () => two(async (host, guest) => {
  await resign(host);
  await guest.click("text=Rematch");
  await host.waitForSelector("text=asks for a rematch");
  const game = guest.url();
  await guest.goto("about:blank");
  await host.click("text=Play again");
  await until(host, (old) => location.href !== old, game);
  await guest.goto(game);
  await guest.click("text=Go there");
  await guest.waitForSelector(".cell.can");
  await playMove(guest);
  await movesAre(host, 1);
}));

test("a link with a wrong secret is forgotten", () => two(async (host) => {
  await withPage({}, async (other) => {
    await other.goto(`${host.url()}/wrong-secret`);
    await other.waitForSelector(".toast");
    await other.reload();
    await other.waitForSelector("text=You are watching");
    assert.equal(await other.locator(".toast").count(), 0);
  });
}));

test("whoever comes by the public address may take a free seat", async () => {
  const [game] = await games();
  await withPage({}, async (host) => {
    await open(host, `new/${game?.id}?with=friend`);
    await host.check("text=Anybody who finds the game");
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

/** Lets the test cut the line. @param {Page} page */
const cuttable = (page) => page.addInitScript(() => {
  const Real = WebSocket;
  /** @type {any} */ (globalThis).WebSocket = class extends Real {
    /** @param {string | URL} url */
    constructor(url) {
      super(url);
      /** @type {any} */ (globalThis).line = this;
    }
  };
});

test("a lost connection comes back by itself and shows the truth", () => two(async (host, guest) => {
  await guest.evaluate(() => /** @type {any} */ (globalThis).line.close());
  await hears(guest, /The connection is lost/);
  await hears(guest, /The connection is back/);
  await playMove(host);
  await movesAre(guest, 1);
  await guest.waitForSelector(".cell.can");
}, { arrive: cuttable }));

test("pages go on with a server that was killed and comes back", () => OwnServer.with((server) => withPage({ server: server.url }, async (page) => {
  await page.goto(`${server.url}new/staqs?with=screen`);
  await page.click("text=Start");
  for (let move = 1; move <= 3; move++) {
    await playMove(page);
    await movesAre(page, move);
  }
  // What was taken back is numbered in another way when a game is read again.
  await page.keyboard.press("u");
  await until(page, () => document.querySelectorAll(".moves .move")[1]?.getAttribute("aria-current") === "true");
  await page.click(".cell.can >> nth=0");
  await movesAre(page, 4);
  await server.kill();
  await page.waitForSelector("text=The connection is lost");
  await server.start();
  await page.waitForSelector("text=The connection is lost", { state: "hidden" });
  for (let move = 5; move <= 6; move++) {
    await playMove(page);
    await movesAre(page, move);
  }
  const squares = () => page.locator(".cell").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")?.replace(/, (chosen|can be chosen)/, "")));
  await until(page, () => !document.querySelector(".canvas .mark"));
  const shown = await squares();
  await page.reload();
  await page.waitForSelector(".cell.can");
  assert.deepEqual(await squares(), shown, "it was the truth");
})));

test("moves that come together are all said", () => withPage({}, async (page) => {
  await listenTo(page);
  await cuttable(page);
  const { id, secrets } = await tableForTwo({ game: "staqs" });
  await open(page, id);
  await hears(page, /Start position/);
  await page.context().setOffline(true);
  await page.evaluate(() => /** @type {any} */ (globalThis).line.close());
  await playAs(id, secrets[0], "a1");
  await playAs(id, secrets[1], "e5");
  await page.context().setOffline(false);
  await hears(page, /Move 1, Blue: a1\. Move 2, White: e5\. Blue to move\./);
  assert.doesNotMatch((await heard(page)).join(), /taken back/);
}));
