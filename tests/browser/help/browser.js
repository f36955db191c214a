// A browser whose pages fail the test on any error in the console and any request to another server.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";

/** The address of the server under test, ending in a slash. */
export const BASE = (process.env.STRATA_URL ?? "http://127.0.0.1:8000/").replace(/\/*$/, "/");

/** How long to wait for something to happen, in milliseconds. Long, because machines can be busy. */
export const PATIENCE = 30_000;

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
 * Runs a test with a new page of a new visitor.
 * @param {ContextOptions & { server?: string }} options and the address of another server
 * @param {(page: Page) => Promise<void>} work
 */
export async function withPage({ server = BASE, ...options }, work) {
  const context = await (await browser()).newContext({ reducedMotion: "reduce", viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // The browser reports every error response and every lost connection. Some tests cause them.
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

/** @returns {Promise<{ id: string, name: string }[]>} the games of the server */
export async function games() {
  return (await fetch(`${BASE}api/games`)).json();
}

/**
 * Creates a table through the API.
 * @param {object} setup
 * @returns {Promise<any>}
 */
export async function newTable(setup) {
  const response = await fetch(`${BASE}api/tables`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(setup),
  });
  assert.equal(response.status, 201, await response.clone().text());
  return response.json();
}

/**
 * A table of two people on different devices, both of whom have joined.
 * @param {object} setup
 * @returns {Promise<{ id: string, secrets: [string, string] }>}
 */
export async function tableForTwo(setup) {
  const table = await newTable({ ...setup, seats: [{ kind: "person" }, { kind: "open" }] });
  return { id: table.id, secrets: [table.seats[0].secret, await joinTable(table.id)] };
}

/** Takes the free seat of a table through the API. @param {string} id @returns {Promise<string>} the secret of the seat */
export async function joinTable(id) {
  return (await post(`api/tables/${id}/join`, {})).secret;
}

/** Sends a command through the API. @param {string} id @param {string} secret @param {string} command @param {object} [more] */
export async function command(id, secret, command, more = {}) {
  await post(`api/tables/${id}/command`, { command, ...more }, secret);
}

/** Plays a move through the API. @param {string} id @param {string} secret @param {string} mv */
export const playAs = (id, secret, mv) => command(id, secret, "play", { mv });

/** @param {string} path @param {object} body @param {string} [secret] @returns {Promise<any>} */
async function post(path, body, secret) {
  const headers = { "Content-Type": "application/json", ...(secret ? { Authorization: `Bearer ${secret}` } : {}) };
  const response = await fetch(BASE + path, { method: "POST", headers, body: JSON.stringify(body) });
  assert.ok(response.ok, await response.clone().text());
  return response.json();
}

/** Records the announcements of a page from now on. @param {Page} page */
export async function recordAnnouncements(page) {
  await page.addInitScript(() => {
    /** @type {string[]} */
    const announcements = (/** @type {any} */ (globalThis).announcements = []);
    document.addEventListener("DOMContentLoaded", () => {
      const region = document.getElementById("announcer");
      if (region) new MutationObserver(() => region.textContent && announcements.push(region.textContent)).observe(region, { childList: true });
    });
  });
}

/** Waits until a page has announced something. @param {Page} page @param {RegExp} text */
export async function announced(page, text) {
  const end = Date.now() + PATIENCE;
  for (let all = await announcements(page); !all.some((one) => text.test(one)); all = await announcements(page)) {
    assert.ok(Date.now() < end, `${text} was not announced: ${JSON.stringify(all)}`);
    await page.waitForTimeout(20);
  }
}

/** All recorded announcements of a page. @param {Page} page @returns {Promise<string[]>} */
export const announcements = (page) => page.evaluate(() => /** @type {any} */ (globalThis).announcements);

/**
 * Waits until a condition is true in the page. (Playwright's `waitForFunction` needs `eval`, which the content
 * security policy of the page forbids.)
 * @param {Page} page
 * @param {(arg: any) => unknown} condition
 * @param {unknown} [arg]
 */
export async function until(page, condition, arg) {
  const end = Date.now() + PATIENCE;
  while (!(await page.evaluate(/** @type {any} */ (condition), arg))) {
    assert.ok(Date.now() < end, `this did not become true: ${condition}`);
    await page.waitForTimeout(20);
  }
}

/** Waits until a selector matches this many elements. @param {Page} page @param {string} selector of CSS @param {number} count */
export async function countIs(page, selector, count) {
  await until(page, ([css, wanted]) => document.querySelectorAll(css).length === wanted, [selector, count]);
}

/** Waits until the text of the first matching element is this one, or matches. @param {Page} page @param {string} selector @param {string | RegExp} text */
export async function textIs(page, selector, text) {
  const end = Date.now() + PATIENCE;
  const read = async () => (await page.locator(selector).first().textContent().catch(() => "")) ?? "";
  const isMet = (/** @type {string} */ now) => (typeof text === "string" ? now === text : text.test(now));
  for (let now = await read(); !isMet(now); now = await read()) {
    assert.ok(Date.now() < end, `${selector} says ${JSON.stringify(now)} rather than ${text}`);
    await page.waitForTimeout(20);
  }
}

/**
 * Replaces the engine by the test, which calls `report` in the page with the moves of one or several lines.
 * @param {Page} page
 */
export const fakeEngine = (page) => page.addInitScript(() => {
  /** @type {any} */ (globalThis).Worker = class {
    onmessage = (/** @type {any} */ _message) => {};
    postMessage(/** @type {any} */ message) {
      if (message.module) return queueMicrotask(() => this.onmessage({ data: { ready: {} } }));
      /** @type {any} */ (globalThis).report = (/** @type {string[][]} */ ...lines) => {
        const line = (/** @type {string[]} */ moves) => ({
          mv: moves[0], mirrors: [], text: moves[0], moves, shape: { squares: [moves[0]], tile: null },
          value: { text: "Blue 50%", short: "B 50%", letter: "50%", kind: "estimate", chance: 0.5, proven: false },
        });
        this.onmessage({ data: { report: { lines: lines.map(line) } } });
      };
    }
    terminate() {}
  };
});
