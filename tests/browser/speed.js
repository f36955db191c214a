// Measures the speed of the page: `tests/browser/run speed.js`. It is not a test.

import { BASE, closeBrowser, games, withPage } from "./help/browser.js";
import { replay, SCORING } from "./help/player.js";

const STARTS = 7;

/** @param {number[]} numbers @param {number} share */
const quantile = (numbers, share) => [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(share * numbers.length))] ?? NaN;

/** @param {string} what @param {number[]} numbers */
function tell(what, numbers) {
  const [least, middle, most] = [0, 0.5, 1].map((share) => Math.round(quantile(numbers, share)));
  console.log(`${what}: ${least} to ${most} ms, median ${middle} ms`);
}

/** Opens the home page in a new browser without a cache. */
async function firstPage() {
  const times = { paint: NaN, usable: NaN, drawn: NaN };
  await withPage({}, async (page) => {
    // The page itself notes the times, because the test sees the changes only later.
    await page.addInitScript(() => {
      const note = (/** @type {string} */ name, /** @type {string} */ selector) =>
        document.querySelector(selector) && !performance.getEntriesByName(name).length && performance.mark(name);
      const look = () => { note("usable", ".card .button"); note("drawn", ".card-picture[src]"); };
      new MutationObserver(look).observe(document, { childList: true, subtree: true, attributeFilter: ["src"] });
    });
    await page.goto(BASE, { waitUntil: "commit" });
    await page.waitForSelector(".card-picture[src]");
    const timeOf = (/** @type {string} */ name) => page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime ?? NaN, name);
    times.drawn = await timeOf("drawn");
    times.paint = await timeOf("first-contentful-paint");
    // Links that nobody has seen cannot be used.
    times.usable = Math.max(await timeOf("usable"), times.paint);
  });
  await closeBrowser();
  return times;
}

/** Replays moves and measures the time between frames while pieces move. @param {object} setup of the table */
async function frames(setup) {
  /** @type {number[]} */
  let gaps = [];
  await withPage({}, async (page) => {
    await replay(page, setup, (page) => page.evaluate(() => {
      /** @type {number[]} */
      const found = (/** @type {any} */ (globalThis).gaps = []);
      let last = 0;
      const frame = (/** @type {number} */ now) => {
        const isMoving = document.getAnimations().length > 0;
        if (last && isMoving) found.push(now - last);
        last = isMoving ? now : 0;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    }));
    gaps = await page.evaluate(() => /** @type {any} */ (globalThis).gaps);
  });
  await closeBrowser();
  const late = gaps.filter((gap) => gap > 20).length;
  console.log(`${JSON.stringify(setup)}: ${gaps.length} frames, median ${quantile(gaps, 0.5).toFixed(1)} ms, 99th percentile ${quantile(gaps, 0.99).toFixed(1)} ms, ${late} late`);
}

const starts = [];
for (let start = 0; start < STARTS; start++) starts.push(await firstPage());
tell("first paint", starts.map(({ paint }) => paint));
tell("games can be chosen", starts.map(({ usable }) => usable));
tell("the core has drawn a board", starts.map(({ drawn }) => drawn));
console.log("Frames while pieces moved:");
for (const { id } of await games()) await frames({ game: id });
await frames({ game: "isaac", position: SCORING });
