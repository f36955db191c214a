// Measures the speed of the page: `tests/browser/run speed.js`. It is not a test.

import { BASE, closeBrowser, newTable, withPage } from "./help/browser.js";

const STARTS = 7;
const SECONDS = 10;

/** @param {number[]} numbers @param {number} share */
const quantile = (numbers, share) => [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(share * numbers.length))] ?? NaN;

/** @param {string} what @param {number[]} numbers */
function tell(what, numbers) {
  const [least, middle, most] = [0, 0.5, 1].map((share) => Math.round(quantile(numbers, share)));
  console.log(`${what}: ${least} to ${most} ms, median ${middle} ms`);
}

/** Opens the home page in a new browser without a cache. */
async function firstPage() {
  const times = { paint: NaN, usable: NaN };
  await withPage({}, async (page) => {
    // The page itself notes the time, because the test sees the button only later.
    await page.addInitScript(() => {
      const look = () => document.querySelector(".card .button") && !performance.getEntriesByName("usable").length && performance.mark("usable");
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    await page.goto(BASE, { waitUntil: "commit" });
    await page.waitForSelector(".card .button");
    times.usable = await page.evaluate(() => performance.getEntriesByName("usable")[0]?.startTime ?? NaN);
    times.paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN);
  });
  await closeBrowser();
  return times;
}

/** Lets bots play and measures the time between frames while pieces move. */
async function frames() {
  const seats = [{ kind: "bot", level: 1 }, { kind: "bot", level: 1 }];
  const table = await newTable({ game: "qawale", seats });
  /** @type {number[]} */
  let gaps = [];
  await withPage({ reducedMotion: "no-preference" }, async (page) => {
    await page.goto(BASE + table.id);
    await page.waitForSelector(".moves .move");
    gaps = await page.evaluate((seconds) => new Promise((resolve) => {
      /** @type {number[]} */
      const found = [];
      let last = 0;
      const end = performance.now() + seconds * 1000;
      const frame = (/** @type {number} */ now) => {
        if (last && document.getAnimations().length) found.push(now - last);
        last = now;
        if (now < end) requestAnimationFrame(frame);
        else resolve(found);
      };
      requestAnimationFrame(frame);
    }), SECONDS);
  });
  await closeBrowser();
  const late = gaps.filter((gap) => gap > 20).length;
  console.log(`${gaps.length} frames while pieces moved: median ${quantile(gaps, 0.5).toFixed(1)} ms, 99th percentile ${quantile(gaps, 0.99).toFixed(1)} ms, ${late} late`);
}

const starts = [];
for (let start = 0; start < STARTS; start++) starts.push(await firstPage());
tell("first paint", starts.map(({ paint }) => paint));
tell("games can be chosen", starts.map(({ usable }) => usable));
await frames();
