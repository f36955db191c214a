// Two browsers and a spectator at one table.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { BASE, closeBrowser, games, announcements, announced, command, countIs, newTable, recordAnnouncements, open, playAs, tableForTwo, textIs, until, withPage } from "./help/browser.js";
import { OwnServer } from "./help/server.js";

after(closeBrowser);

/** @typedef {import("playwright-core").Page} Page */

/** Plays one move. @param {Page} page */
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
 * A host creates a table of the first game, and a guest opens the invite link.
 * @param {(host: Page, guest: Page, link: string) => Promise<void>} work
 * @param {{ clock?: string, arrive?: (guest: Page) => Promise<void> }} [more]
 */
async function two(work, { clock = "", arrive = async () => {} } = {}) {
  const [game] = await games();
  await withPage({}, async (host) => {
    await recordAnnouncements(host);
    await open(host, `new/${game?.id}?with=friend`);
    if (clock) {
      await host.selectOption(".field:has-text('Clock') select", "own");
      await host.fill("input[placeholder='5+3 or 30/turn']", clock);
    }
    await host.click("text=Create invite link");
    const link = await host.inputValue(".invite input");
    assert.ok(link.startsWith(BASE), link);
    await withPage({}, async (guest) => {
      await recordAnnouncements(guest);
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
  await page.click("dialog .danger");
  await page.waitForSelector(".after-game .result");
}

test("a friend joins by the link, both see every move, and a reload loses nothing", () => two(async (host, guest) => {
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
    assert.match((await watcher.textContent(".actions")) ?? "", /You are a spectator/);
    await watcher.click(".cell >> nth=0");
    await watcher.waitForSelector(".refusal");
    await playMove(host);
    await movesAre(watcher, 3);
  });
}));

test("offers are made, declined and accepted", () => two(async (host, guest) => {
  await playMove(host);
  await playMove(guest);
  await guest.click("text=Offer draw");
  await guest.click("dialog .primary");
  await host.click(".banner >> text=Decline");
  await guest.waitForSelector(".toast:has-text('declined')");
  await guest.click("text=Takeback");
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
  await host.waitForSelector(".banner:has-text('You asked for a rematch')");
  assert.equal(guest.url(), old);
  await guest.click(".banner >> text=Accept rematch");
  await host.waitForURL((url) => url.href !== old);
  await guest.waitForURL((url) => url.href !== old);
  assert.equal(guest.url(), host.url());
  await guest.waitForSelector(".cell.can");
}));

test("a name is shown to the other player, even in the middle of a game", () => two(async (host, guest) => {
  await guest.fill(".naming input", "Ada");
  await guest.click("text=Save name");
  await host.waitForSelector(".player .name:has-text('Ada')");
  await guest.waitForSelector(".naming", { state: "hidden" });
  await guest.waitForSelector(".player:has(.name:text-is('Ada')):has-text('(you)')");
}));

test("opening your own invite link does not change the seat", () => two(async (host, _guest, link) => {
  await host.goto(link);
  await host.waitForSelector(".toast:has-text('already')");
  await playMove(host);
  await host.reload();
  await movesAre(host, 1);
  await host.waitForSelector(".player .name:has-text('You')");
}));

test("a player who runs out of time loses", () => two(async (host, guest) => {
  await host.waitForSelector(".result:has-text('You lost')");
  assert.match((await host.textContent(".result")) ?? "", /time/);
  await guest.waitForSelector(".result:has-text('You won')");
}, { clock: "0.05+0" }));

test("a win is claimed against a player who stays away", () => two(async (host, guest) => {
  await playMove(host);
  await guest.goto("about:blank");
  await host.waitForSelector(".player .away");
  await host.waitForSelector("button:disabled:has-text('Claim win in')");
  await announced(host, /White is away\. You can claim the win soon/);
  await announced(host, /You can claim the win now/);
  await host.click("button:not(:disabled):has-text('Claim win')");
  await host.waitForSelector(".result:has-text('You won')");
  // After the game, the return of a player is not announced.
  await guest.goto(host.url());
  await guest.click("text=Rematch");
  await announced(host, /White asks for a rematch/);
  assert.doesNotMatch((await announcements(host)).join(), /is back/);
}, { clock: "5+3" }));

test("spectators cannot take an invited seat", async () => {
  const [game] = await games();
  await withPage({}, async (host) => {
    await open(host, `new/${game?.id}?with=friend`);
    await host.click("text=Create invite link");
    const link = await host.inputValue(".invite input");
    await withPage({}, async (other) => {
      await other.goto(host.url());
      await other.waitForSelector("text=You are a spectator");
      assert.equal(await other.locator("text=Join game").count(), 0);
    });
    await withPage({}, async (guest) => {
      await guest.goto(link);
      await host.waitForSelector(".invite", { state: "detached" });
    });
  });
});

test("a game continues on another device", () => two(async (host) => {
  await host.click("text=Continue on another device");
  const own = await host.inputValue("input[aria-label='Your private link']");
  await withPage({}, async (phone) => {
    await phone.goto(own);
    await playMove(phone);
    await movesAre(host, 1);
  });
}));

test("a player who asked for a rematch and left finds it later", () => two(async (host, guest) => {
  await resign(host);
  await guest.click("text=Rematch");
  await host.waitForSelector("text=asks for a rematch");
  const game = guest.url();
  await guest.goto("about:blank");
  await host.click("text=Accept rematch");
  await until(host, (old) => location.href !== old, game);
  await guest.goto(game);
  await guest.click("text=Go to rematch");
  await guest.waitForSelector(".cell.can");
  await playMove(guest);
  await movesAre(host, 1);
}));

test("a spectator sees every move without a request", async () => {
  const { id, secrets } = await tableForTwo({ game: "staqs" });
  await withPage({}, async (page) => {
    await open(page, id);
    await page.waitForSelector(".cell");
    await textIs(page, ".moves", "No moves yet.");
    /** @type {string[]} */
    const requests = [];
    // The browser itself asks for the icon of the tab, some time after the page has loaded.
    page.on("request", (request) => request.url().endsWith("/icon.svg") || requests.push(request.url()));
    await playAs(id, secrets[0], "a1");
    await playAs(id, secrets[1], "c3");
    await page.waitForSelector(".moves .move >> text=c3");
    await page.waitForSelector('.cell[data-square="c3"][aria-label*="White"]');
    assert.deepEqual(requests, []);
  });
});

test("a link with a wrong secret opens the game as a spectator", () => two(async (host) => {
  await withPage({}, async (other) => {
    await other.goto(`${host.url()}/wrong-secret`);
    await other.waitForSelector(".toast");
    await other.reload();
    await other.waitForSelector("text=You are a spectator");
    assert.equal(await other.locator(".toast").count(), 0);
  });
}));

test("a spectator takes a free seat", async () => {
  const [game] = await games();
  await withPage({}, async (host) => {
    await open(host, `new/${game?.id}?with=friend`);
    await host.check("text=Let spectators take");
    await host.click("text=Create invite link");
    await host.waitForSelector(".invite");
    await playMove(host);
    await withPage({}, async (guest) => {
      await guest.goto(host.url());
      await guest.click("text=Join game");
      await guest.waitForSelector(".cell.can");
      await host.waitForSelector(".invite", { state: "detached" });
      await playMove(guest);
      await movesAre(host, 2);
    });
  });
});

/** Lets the test close the connection. @param {Page} page */
const closable = (page) => page.addInitScript(() => {
  const Real = WebSocket;
  /** @type {any} */ (globalThis).WebSocket = class extends Real {
    /** @param {string | URL} url */
    constructor(url) {
      super(url);
      /** @type {any} */ (globalThis).connection = this;
    }
  };
});

test("a lost connection is restored and shows the current position", () => two(async (host, guest) => {
  await guest.evaluate(() => /** @type {any} */ (globalThis).connection.close());
  await announced(guest, /Connection lost/);
  await announced(guest, /Connection restored/);
  await playMove(host);
  await movesAre(guest, 1);
  await guest.waitForSelector(".cell.can");
}, { arrive: closable }));

test("a page continues after the server was killed and started again", () => OwnServer.with((server) => withPage({ server: server.url }, async (page) => {
  await page.goto(`${server.url}new/staqs?with=screen`);
  await page.click('role=button[name="Start"]');
  for (let move = 1; move <= 3; move++) {
    await playMove(page);
    await movesAre(page, move);
  }
  // With a variation, the ids of nodes change when the server starts again.
  await page.keyboard.press("u");
  await until(page, () => document.querySelectorAll(".moves .move")[1]?.getAttribute("aria-current") === "true");
  await page.click(".cell.can >> nth=0");
  await movesAre(page, 4);
  await server.kill();
  await page.waitForSelector("text=Connection lost");
  await server.start();
  await page.waitForSelector("text=Connection lost", { state: "hidden" });
  for (let move = 5; move <= 6; move++) {
    await playMove(page);
    await movesAre(page, move);
  }
  const squares = () => page.locator(".cell").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")?.replace(/, (chosen|can be chosen)/, "")));
  await until(page, () => !document.querySelector(".canvas .mark"));
  const shown = await squares();
  await page.reload();
  await page.waitForSelector(".cell.can");
  assert.deepEqual(await squares(), shown, "the page showed the current position");
})));

test("moves that arrive together are all announced", () => withPage({}, async (page) => {
  await recordAnnouncements(page);
  await closable(page);
  const { id, secrets } = await tableForTwo({ game: "staqs" });
  await open(page, id);
  await announced(page, /Start position/);
  await page.context().setOffline(true);
  await page.evaluate(() => /** @type {any} */ (globalThis).connection.close());
  await playAs(id, secrets[0], "a1");
  await playAs(id, secrets[1], "e5");
  await page.context().setOffline(false);
  await announced(page, /Move 1, Blue: a1\. Move 2, White: e5\. Blue to move\./);
  assert.doesNotMatch((await announcements(page)).join(), /taken back/);
}));

test("a player who resigns in a game of three is out, and the others continue", () => withPage({}, async (page) => {
  const seats = [{ kind: "person" }, { kind: "remote" }, { kind: "remote" }];
  const table = await newTable({ game: "staqs", options: { players: 3 }, seats });
  const [first, second, third] = table.seats.map((/** @type {any} */ seat) => seat.secret);
  await open(page, `${table.id}/${third}`);
  await playAs(table.id, first, "a1");
  await movesAre(page, 1);
  await page.click("text=Resign");
  await page.click("dialog .danger");
  await page.waitForSelector(".actions:has-text('You are out of the game. The others continue.')");
  await countIs(page, ".actions > .buttons", 0);
  await page.waitForSelector('.player.out[data-player="2"]:has-text("out")');
  await page.waitForSelector(".toast:has-text('Red is out of the game. The others continue.')");
  await playAs(table.id, second, "e5");
  await playAs(table.id, first, "a2");
  await movesAre(page, 4);
  await page.waitForSelector(".status:has-text('You are out of the game. White to move')");
  await command(table.id, second, "resign");
  await page.waitForSelector(".result:has-text('You lost. Blue wins')");
  await page.click("text=Analyse");
  await page.waitForSelector(".analysis");
  await movesAre(page, 5);
}));
