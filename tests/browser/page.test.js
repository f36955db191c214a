// The page as a whole: size, content security policy, phones, dragging, settings, wrong addresses.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { BASE, closeBrowser, games, newTable, open, withPage, until } from "./help/browser.js";

after(closeBrowser);

const FOLDER = new URL("../../crates/server/page/", import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => /\.(js|css)$/.test(name));
/** The most bytes of the scripts and the style, and of the modules, with gzip. */
const MAX_BYTES = 85_000;
const MAX_MODULE_BYTES = { core: 220_000, learning: 140_000, engine: 380_000, "engine-threads": 400_000 };

test("scripts and style are under 85 KB gzipped and loaded at once, other modules only when they are needed", async () => {
  await withPage({}, async (page) => {
    /** @type {string[]} */
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    await open(page);
    await page.waitForSelector(".card-picture[src]");
    const files = requests.filter((url) => /\.(js|css)$/.test(url));
    assert.ok(!requests.some((url) => /engine_bg|engine-|learning|\.bin$/.test(url)), "a module was loaded too early");
    let total = 0;
    for (const url of files) {
      const answer = await fetch(url, { headers: { "Accept-Encoding": "gzip" } });
      assert.equal(answer.headers.get("content-encoding"), "gzip", url);
      total += gzipSync(Buffer.from(await answer.arrayBuffer())).length;
    }
    assert.ok(total < MAX_BYTES, `${total} bytes`);
  });
});

test("the modules are small enough", () => {
  for (const [name, most] of Object.entries(MAX_MODULE_BYTES)) {
    const size = gzipSync(readFileSync(new URL(`built/${name}_bg.wasm`, FOLDER))).length;
    assert.ok(size <= most, `${name}: ${size} bytes`);
  }
});

test("the home page needs no script to be seen and used", async () => {
  await withPage({ javaScriptEnabled: false }, async (page) => {
    await open(page);
    assert.match(await page.locator("h1").innerText(), /abstract games/);
    for (const { id, name } of await games()) {
      const card = page.locator(`.card[data-game="${id}"]`);
      assert.equal(await card.locator("h2").innerText(), name);
      assert.equal(await card.locator("a.primary").getAttribute("href"), `new/${id}?with=bot`);
    }
    // Elsewhere, the cards must not appear before the page itself.
    await open(page, "settings");
    assert.equal(await page.locator(".card").count(), 0);
  });
});

test("the script keeps the cards of the home page, and finds them on other pages", async () => {
  await withPage({}, async (page) => {
    /** Keeps the first card, to recognise it later. */
    await page.addInitScript(() => document.addEventListener("DOMContentLoaded", () => {
      /** @type {any} */ (globalThis).firstCard = document.querySelector(".card");
    }));
    await open(page);
    await page.waitForSelector(".card-picture[src]");
    assert.ok(await page.evaluate(() => /** @type {any} */ (globalThis).firstCard === document.querySelector(".card")));
    await open(page, "settings");
    await page.waitForSelector("h1:has-text('Settings')");
    await page.click(".brand");
    await page.waitForSelector(".card-picture[src]");
    assert.equal(await page.locator(".card").count(), (await games()).length);
    assert.equal(await page.locator(".card a.primary").first().getAttribute("href"), `new/${(await games())[0]?.id}?with=bot`);
  });
});

test("a blocked WebAssembly module gives a message", async () => {
  await withPage({}, async (page) => {
    await page.route("**/core_bg.wasm", (route) => route.abort());
    page.removeAllListeners("console");
    await open(page);
    await page.waitForSelector('h1:has-text("The page cannot start")');
    assert.match(await page.textContent("main") ?? "", /WebAssembly/);
  });
});

test("the page has no inline script or style and names no game", () => {
  const html = readFileSync(new URL("index.html", FOLDER), "utf8");
  assert.doesNotMatch(html, /<style|style=|<script(?![^>]*src=)|\son\w+=/);
  for (const name of FILES) {
    const text = readFileSync(new URL(name, FOLDER), "utf8");
    assert.doesNotMatch(text, /staqs|clusterfuss|qawale|isaac/i, name);
    assert.doesNotMatch(text, /https?:\/\/(?!www\.w3\.org\/2000\/svg)/, name);
  }
});

test("a phone shows whole boards and nothing overflows", async () => {
  await withPage({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }, async (page) => {
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    await open(page);
    await page.waitForSelector(".card-picture[src]");
    assert.equal(await wide(), 360, "home");
    for (const { id } of await games()) {
      await open(page, `new/${id}?with=screen`);
      await page.waitForSelector(".preview svg");
      assert.equal(await wide(), 360, `new ${id}`);
      await page.tap('role=button[name="Start"]');
      await page.waitForSelector(".cell.can");
      assert.equal(await wide(), 360, id);
      const box = await page.locator(".board").boundingBox();
      assert.ok(box && box.width > 300 && box.y + box.height <= 640, `${id}: ${JSON.stringify(box)}`);
      const cell = await page.locator(".cell").first().boundingBox();
      assert.ok(cell && cell.width >= 24, `${id}: squares of ${cell?.width}`);
      await page.tap(".cell.can >> nth=0");
      await page.waitForSelector(".so-far, .moves .move");
      await open(page, `rules/${id}`);
      await page.waitForSelector(".rules h1, .rules h2");
      assert.equal(await wide(), 360, `rules of ${id}`);
      await open(page, `analysis/${id}`);
      await page.waitForSelector(".cell.can");
      assert.equal(await wide(), 360, `analysis of ${id}`);
    }
  });
});

test("pieces are dragged, whether or not they are chosen already", async () => {
  await withPage({}, async (page) => {
    for (const { id } of await games()) {
      for (const chosen of [false, true]) {
        const table = await newTable({ game: id, seats: [{ kind: "person" }, { kind: "person" }] });
        await open(page, `${table.id}/${table.seats[0].secret}`);
        await page.waitForSelector(".cell.can");
        const from = await page.locator(".cell.can").first().getAttribute("data-square");
        await page.click(`.cell[data-square="${from}"]`);
        await until(page, () => document.querySelector(".so-far, .moves .move"));
        // If one click is a whole move, there is nothing to drag.
        if (await page.locator(".moves .move").count()) continue;
        const to = await page.locator(".cell.can").first().getAttribute("data-square");
        if (!chosen) {
          await page.keyboard.press("Escape");
          await page.waitForSelector(".so-far", { state: "detached" });
        }
        await page.dragAndDrop(`.cell[data-square="${from}"]`, `.cell[data-square="${to}"]`);
        // Both squares have been chosen.
        await until(page, () => document.querySelector(".moves .move") || document.querySelector(".so-far")?.textContent?.includes(" "));
      }
    }
  });
});

test("a dragged piece shows its targets and cannot be dropped elsewhere", async () => {
  await withPage({}, async (page) => {
    const table = await newTable({ game: "qawale", seats: [{ kind: "person" }, { kind: "person" }] });
    await open(page, `${table.id}/${table.seats[0].secret}`);
    await page.waitForSelector(".cell.can");
    const middle = async (/** @type {string} */ square) => {
      const box = await page.locator(`.cell[data-square="${square}"]`).boundingBox();
      assert.ok(box);
      return /** @type {[number, number]} */ ([box.x + box.width / 2, box.y + box.height / 2]);
    };
    const soFar = () => page.locator(".so-far").allTextContents();
    const drag = async (/** @type {string} */ from, /** @type {[number, number]} */ to) => {
      await page.mouse.move(...await middle(from));
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 5 });
      await page.waitForSelector(".canvas .piece[data-on][transform], .canvas .held[transform]");
    };
    // Dropped outside the board, it is no longer chosen.
    await drag("a1", await middle("c3"));
    await until(page, () => document.querySelectorAll(".canvas .open").length === 2);
    assert.ok(await page.locator('.cell.can[data-square="b1"]').count());
    await page.mouse.move(2, 300);
    await page.mouse.up();
    await page.waitForSelector(".so-far", { state: "detached" });
    // Dropped on a wrong square, it stays chosen, and the page says why.
    await drag("a1", await middle("c3"));
    await page.mouse.up();
    await page.waitForSelector(".refusal");
    assert.deepEqual(await soFar(), ["a1"]);
    assert.equal(await page.locator(".canvas .piece[data-on][transform], .canvas .held[transform]").count(), 0);
    // Then it is dragged square by square.
    await drag("a1", await middle("b1"));
    await page.mouse.up();
    await until(page, () => document.querySelector(".so-far")?.textContent === "a1 b1");
    await drag("b1", await middle("c1"));
    await page.mouse.up();
    await until(page, () => document.querySelector(".so-far")?.textContent === "a1 b1 c1");
    await page.mouse.move(...await middle("c1"));
  });
});

test("dragging does not play a move that is a single click", async () => {
  await withPage({}, async (page) => {
    const table = await newTable({ game: "staqs", seats: [{ kind: "person" }, { kind: "person" }] });
    await open(page, `${table.id}/${table.seats[0].secret}`);
    await page.waitForSelector(".cell.can");
    await page.dragAndDrop('.cell[data-square="a1"]', '.cell[data-square="c3"]');
    await page.click('.cell[data-square="e5"]');
    await page.waitForSelector(".moves .move");
    assert.deepEqual(await page.locator(".moves .move").allTextContents(), ["e5"]);
  });
});

test("moves are animated step by step", async () => {
  const game = (await games())[0];
  assert.ok(game);
  await withPage({ reducedMotion: "no-preference" }, async (page) => {
    await open(page, `new/${game.id}?with=screen`);
    await page.click('role=button[name="Start"]');
    await page.waitForSelector(".cell.can");
    await page.evaluate(() => {
      const animate = Element.prototype.animate;
      /** @type {any} */ (globalThis).animations = 0;
      Element.prototype.animate = /** @this {Element} */ (function (/** @type {any} */ frames, /** @type {any} */ timing) {
        /** @type {any} */ (globalThis).animations++;
        return animate.call(/** @type {any} */ (this), frames, timing);
      });
    });
    await page.click(".cell.can >> nth=0");
    await until(page, () => /** @type {any} */ (globalThis).animations > 0);
  });
});

test("settings change the board and are stored", async () => {
  const game = (await games())[0];
  assert.ok(game);
  await withPage({}, async (page) => {
    await open(page, `analysis/${game.id}`);
    await page.waitForSelector(".cell.can");
    const before = await page.locator(".canvas").innerHTML();
    await page.click("#settings");
    await page.selectOption("dialog select", "dark");
    await page.check("text=Colour-blind palette");
    await page.keyboard.press("Escape");
    await until(page, (old) => document.querySelector(".canvas")?.innerHTML !== old, before);
    await page.reload();
    await page.waitForSelector(".cell.can");
    assert.equal(await page.getAttribute("html", "data-theme"), "dark");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog .keys");
  });
});

test("a flipped board stays flipped", async () => {
  await withPage({}, async (page) => {
    await open(page, "new/staqs?with=screen");
    await page.click('role=button[name="Start"]');
    await page.waitForSelector(".cell.can");
    const corner = () => page.locator(".cell").first().getAttribute("data-square");
    const before = await corner();
    await page.keyboard.press("f");
    await until(page, (old) => document.querySelector(".cell")?.getAttribute("data-square") !== old, before);
    const flipped = await corner();
    await page.reload();
    await page.waitForSelector(".cell.can");
    assert.equal(await corner(), flipped);
  });
});

test("the setup of the last game is proposed again", async () => {
  await withPage({}, async (page) => {
    await open(page, "new/clusterfuss");
    await page.locator(".fields input[type=range]").fill("6");
    await page.selectOption(".field:has-text('Clock') select", "5+3");
    await page.click("text=Options");
    await page.fill("details input[type=number]", "6");
    await page.click('role=button[name="Start"]');
    await page.waitForSelector(".cell");
    await open(page, "new/clusterfuss");
    assert.equal(await page.inputValue(".fields input[type=range]"), "6");
    assert.equal(await page.inputValue(".field:has-text('Clock') select"), "5+3");
    assert.equal(await page.inputValue("details input[type=number]"), "6");
    await page.selectOption(".field:has-text('Clock') select", "own");
    await page.click('role=button[name="Start"]');
    await page.waitForSelector("text=Enter a time for the clock");
  });
});

test("removing a game in progress asks for confirmation", async () => {
  await withPage({}, async (page) => {
    await open(page, "new/qawale?with=screen");
    await page.click('role=button[name="Start"]');
    await page.waitForSelector(".cell.can");
    await open(page);
    await page.click("[title='Remove from the list']");
    await page.click("dialog >> text=Cancel");
    await page.waitForSelector("dialog", { state: "detached" });
    assert.equal(await page.locator(".your-games li").count(), 1);
    await page.click("[title='Remove from the list']");
    await page.click("dialog button:has-text('Remove')");
    await page.waitForSelector(".your-games", { state: "hidden" });
  });
});

test("single-letter shortcuts can be switched off", async () => {
  await withPage({}, async (page) => {
    const isCurrent = (/** @type {string} */ node) => page.waitForSelector(`.moves .move[aria-current][data-node="${node}"]`);
    await open(page, "analysis/staqs");
    await page.click('.cell.can[data-square="a1"]');
    await isCurrent("1");
    await page.click('.cell.can[data-square="e5"]');
    await isCurrent("2");
    await page.click("#settings");
    await page.uncheck("text=Single-letter shortcuts");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    await page.keyboard.press("u");
    await page.keyboard.press("?");
    // An open dialog would block this click.
    await page.click("text=Shortcuts");
    await page.waitForSelector("dialog .keys");
    assert.doesNotMatch((await page.textContent("dialog .keys")) ?? "", /flip the board/);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    // From the second move, so "u" had no effect.
    await page.keyboard.press("ArrowLeft");
    await isCurrent("1");
  });
});

test("a wrong address shows an error and a link to the games", async () => {
  await withPage({}, async (page) => {
    for (const path of ["nothing-like-this", "rules/nothing", "new/nothing", "analysis/nothing", "rules/staqs/x", "rules/%ff"]) {
      await open(page, path);
      await page.waitForSelector("h1:has-text('Page not found')");
    }
    await page.click("text=All games");
    await page.waitForSelector(".card-picture[src]");
    assert.equal(page.url(), BASE);
  });
});
