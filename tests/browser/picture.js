// Makes the pictures of the page for the README and docs/web.md: `tests/browser/run picture.js`. It is not a test.

import { BASE, closeBrowser, newTable, withPage } from "./help/browser.js";

const FOLDER = new URL("../../docs/pictures/", import.meta.url).pathname;
const DESKTOP = { viewport: { width: 1100, height: 688 }, colorScheme: /** @type {const} */ ("light") };
const MOVES = ["b3", "d5", "d4", "a5", "c4", "e5", "e1", "a3", "e1e2", "a3a2", "d4e4", "a5a4", "e4e3", "a2b2"];

/** A game of two people after some moves. */
async function gameInProgress() {
  const table = await newTable({ game: "staqs", seats: [{ kind: "person", name: "Ann" }, { kind: "person", name: "Bob" }] });
  const secret = table.seats[0]?.secret;
  for (const move of MOVES) {
    const body = JSON.stringify({ command: "play", move });
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${secret}` };
    const response = await fetch(`${BASE}api/tables/${table.id}/command`, { method: "POST", body, headers });
    if (!response.ok) throw new Error(`${move}: ${await response.text()}`);
  }
  return `${table.id}/${secret}`;
}

/**
 * @param {string} name of the file
 * @param {string} path of the page
 * @param {string} ready what to wait for
 * @param {import("playwright-core").BrowserContextOptions} [options]
 * @param {(page: import("playwright-core").Page) => Promise<void>} [prepare]
 */
async function take(name, path, ready, options = DESKTOP, prepare = async () => {}) {
  await withPage(options, async (page) => {
    await page.goto(BASE + path);
    await page.waitForSelector(ready);
    await prepare(page);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: `${FOLDER}${name}.png` });
  });
  console.log(`docs/pictures/${name}.png`);
}

const game = await gameInProgress();
await take("web-home", "", ".card-picture[src]");
await take("web-game", game, ".moves .move");
await take("web-lesson", "learn/qawale", ".lesson .task");
await take("web-analysis", "analysis/qawale", ".stage[data-drawn]", { ...DESKTOP, colorScheme: "dark" });
await take("web-editor", "analysis/clusterfuss", ".stage[data-drawn]", DESKTOP, (page) => page.click('role=button[name=/^(Set up|Edit)/]'));
await take("web-phone", game, ".moves .move", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: "light" });
await closeBrowser();
