// The static site: written by `strata site`, served by any host, and used without a network.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { closeBrowser, textIs, withPage } from "./help/browser.js";
import { mouse, playOn } from "./help/player.js";

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };
const folder = mkdtempSync(join(tmpdir(), "strata-site-"));

/** A host of files, as simple as any. */
const host = createServer((request, response) => {
  const path = new URL(request.url ?? "/", "http://localhost").pathname.replace(/^\/sub\//, "");
  /** @param {number} status @param {string} name */
  const send = (status, name) => {
    const body = readFileSync(join(folder, name));
    response.writeHead(status, { "Content-Type": KINDS[/** @type {keyof typeof KINDS} */ (extname(name))] ?? "application/octet-stream" }).end(body);
  };
  try {
    send(200, path.endsWith("/") || !path ? `${path}index.html` : path);
  } catch {
    send(404, "404.html");
  }
});
let url = "";

before(async () => {
  execFileSync(process.env.STRATA ?? "", ["site", folder, "--base-path", "/sub"]);
  await new Promise((resolve) => host.listen(0, "127.0.0.1", () => resolve(null)));
  const address = host.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/sub/`;
});

after(async () => {
  await closeBrowser();
  host.close();
  rmSync(folder, { recursive: true });
});

/** Opens the site and waits until it is stored, then cuts the network. @param {import("playwright-core").Page} page */
async function goOffline(page) {
  await page.goto(url);
  await page.waitForSelector(".card-picture[src]");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.waitForSelector(".card-picture[src]");
  await page.context().setOffline(true);
}

for (const game of ["staqs", "clusterfuss", "qawale", "isaac"]) {
  test(`a whole game of ${game} against a bot without a network, and the review`, async () => {
    await withPage({ server: url }, async (page) => {
      await goOffline(page);
      await page.click(`[data-game="${game}"] .button.primary`);
      await page.fill("input[type=range]", "1");
      await page.click('role=button[name="Start"]');
      await playOn(page, mouse);
      await page.click('role=button[name="Find mistakes"]');
      await page.waitForSelector(".chances:not([hidden])");
      assert.equal(await page.locator("text=Invite a friend").count(), 0);
    });
  });
}

test("a game continues after a reload without a network, and is in the list", async () => {
  await withPage({ server: url }, async (page) => {
    await goOffline(page);
    await page.goto(`${url}new/qawale?with=screen`);
    await page.click('role=button[name="Start"]');
    await playOn(page, mouse, { most: 6 });
    const moves = await page.locator(".moves .move").count();
    assert.ok(moves > 0);
    await page.reload();
    await page.waitForSelector(".moves .move");
    assert.equal(await page.locator(".moves .move").count(), moves);
    await playOn(page, mouse);
    await page.goto(url);
    await textIs(page, ".your-games li", /Qawale/);
  });
});

test("the analysis board and its engine work without a network", async () => {
  await withPage({ server: url }, async (page) => {
    await goOffline(page);
    await page.click("text=Analysis");
    await page.waitForSelector(".cell.can");
    await page.keyboard.press("e");
    await page.waitForSelector(".lines li:not([hidden])");
    await textIs(page, ".depth", /depth/);
    // The host sends no headers for that, but the service worker does.
    assert.ok(await page.evaluate(() => crossOriginIsolated));
  });
});

test("links to the pages of a game work on a host that answers unknown addresses with an error", async () => {
  await withPage({ server: url }, async (page) => {
    for (const [path, shown] of [["rules/qawale/", ".rules h1"], ["analysis/isaac/", ".board svg"], ["new/staqs/", "form"]]) {
      const response = await page.goto(url + path);
      assert.equal(response?.status(), 200, path);
      await page.waitForSelector(shown ?? "");
    }
  });
});

test("the site has the icons of its manifest", async () => {
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.webmanifest"), "utf8"));
  for (const { src, sizes, type } of manifest.icons) {
    const icon = readFileSync(join(folder, src));
    if (type !== "image/png") continue;
    assert.equal(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`, sizes);
  }
});

test("games move to another browser in a file", async () => {
  const file = join(folder, "..", `strata-games-${process.pid}.json`);
  await withPage({ server: url }, async (page) => {
    await page.goto(`${url}new/qawale?with=screen`);
    await page.click('role=button[name="Start"]');
    await playOn(page, mouse, { most: 5 });
    await page.click("text=Play >> nth=0");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Export games")]);
    await download.saveAs(file);
  });
  await withPage({ server: url }, async (page) => {
    await page.goto(url);
    await page.setInputFiles("input[type=file]", file);
    await page.click(".your-games li a");
    await page.waitForSelector(".moves .move");
  });
  rmSync(file);
});

test("a new version is offered and installed", async () => {
  await withPage({ server: url }, async (page) => {
    await goOffline(page);
    await page.context().setOffline(false);
    const worker = readFileSync(join(folder, "sw.js"), "utf8");
    const [version = ""] = readdirSync(join(folder, "assets"));
    cpSync(join(folder, "assets", version), join(folder, "assets", "next"), { recursive: true });
    writeFileSync(join(folder, "sw.js"), worker.replaceAll(version, "next"));
    writeFileSync(join(folder, "index.html"), readFileSync(join(folder, "index.html"), "utf8").replaceAll(version, "next"));
    await page.reload();
    await page.click(".update button");
    await page.waitForSelector('script[src="assets/next/main.js"]', { state: "attached" });
    await page.waitForSelector(".card-picture[src]");
  });
});
