// A browser, and pages that watch themselves: any error in the console, any request to somewhere
// else, fails the test.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";

/** The address of the server under test, ending in a slash. */
export const BASE = (process.env.STRATA_URL ?? "http://127.0.0.1:8000/").replace(/\/*$/, "/");

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContextOptions} ContextOptions */

/** @type {Promise<import("playwright-core").Browser> | null} */
let launched = null;

function browser() {
  launched ??= chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  return launched;
}

export async function closeBrowser() {
  await (await launched)?.close();
  launched = null;
}

/**
 * Runs something with a page of its own, as another visitor.
 * @param {ContextOptions & { server?: string }} options and the address of a server of one's own
 * @param {(page: Page) => Promise<void>} work
 */
export async function withPage({ server = BASE, ...options }, work) {
  const context = await (await browser()).newContext({ reducedMotion: "reduce", viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // The browser reports every answer that is not a success and every lost connection; tests that
    // provoke some look at them.
    if (/Failed to load resource|WebSocket connection to/.test(message.text())) return;
    faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server) && !url.startsWith("data:") && !url.startsWith("blob:")) faults.push(`request: ${url}`);
  });
  try {
    await work(page);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

/**
 * @param {Page} page
 * @param {string} [path]
 */
export async function open(page, path = "") {
  await page.goto(BASE + path);
}

/** @returns {Promise<{ id: string, name: string }[]>} the games that the server offers */
export async function games() {
  return (await fetch(`${BASE}api/games`)).json();
}

/**
 * Sets up a table without the page.
 * @param {object} setup
 * @returns {Promise<any>}
 */
export async function newTable(setup) {
  const answer = await fetch(`${BASE}api/tables`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(setup),
  });
  assert.equal(answer.status, 201, await answer.clone().text());
  return answer.json();
}

/**
 * A table of two people at different screens, both seated.
 * @param {object} setup
 * @returns {Promise<{ id: string, secrets: [string, string] }>}
 */
export async function tableForTwo(setup) {
  const table = await newTable({ ...setup, seats: [{ kind: "person" }, { kind: "open" }], seat: 0 });
  return { id: table.id, secrets: [table.seats[0].secret, await sitDown(table.id)] };
}

/** Takes the free seat of a table without the page. @param {string} id @returns {Promise<string>} the secret of the seat */
export async function sitDown(id) {
  return (await post(`api/tables/${id}/join`, {})).secret;
}

/** Gives a command without the page. @param {string} id @param {string} secret @param {string} command @param {object} [more] */
export async function command(id, secret, command, more = {}) {
  await post(`api/tables/${id}/command`, { command, ...more }, secret);
}

/** Plays a move without the page. @param {string} id @param {string} secret @param {string} mv */
export const playAs = (id, secret, mv) => command(id, secret, "play", { mv });

/** @param {string} path @param {object} body @param {string} [secret] @returns {Promise<any>} */
async function post(path, body, secret) {
  const headers = { "Content-Type": "application/json", ...(secret ? { Authorization: `Bearer ${secret}` } : {}) };
  const answer = await fetch(BASE + path, { method: "POST", headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, await answer.clone().text());
  return answer.json();
}

/** Writes down whatever a page says from now on to those who listen to it. @param {Page} page */
export async function listenTo(page) {
  await page.addInitScript(() => {
    /** @type {string[]} */
    const heard = (/** @type {any} */ (globalThis).heard = []);
    document.addEventListener("DOMContentLoaded", () => {
      const region = document.getElementById("announcer");
      if (region) new MutationObserver(() => region.textContent && heard.push(region.textContent)).observe(region, { childList: true });
    });
  });
}

/** Waits until a page has said something. @param {Page} page @param {RegExp} words */
export async function hears(page, words) {
  const end = Date.now() + 15_000;
  for (let said = await heard(page); !said.some((one) => words.test(one)); said = await heard(page)) {
    assert.ok(Date.now() < end, `waited in vain for ${words} in ${JSON.stringify(said)}`);
    await page.waitForTimeout(20);
  }
}

/** Everything that a page has said. @param {Page} page @returns {Promise<string[]>} */
export const heard = (page) => page.evaluate(() => /** @type {any} */ (globalThis).heard);

/**
 * Waits until something holds in the page. (Playwright's own way needs `eval`, which the page's
 * policy forbids.)
 * @param {Page} page
 * @param {(arg: any) => unknown} holds
 * @param {unknown} [arg]
 */
export async function until(page, holds, arg) {
  const end = Date.now() + 15_000;
  while (!(await page.evaluate(/** @type {any} */ (holds), arg))) {
    assert.ok(Date.now() < end, `waited in vain for ${holds}`);
    await page.waitForTimeout(20);
  }
}
