// Watches the layout of a page: where the board is, and which texts are cut off.

import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */

/** The sizes of screens to test: a phone, the same on its side, a laptop, a desktop and a large screen. */
export const SIZES = [[390, 844], [844, 390], [1280, 800], [1920, 1080], [2560, 1440]].map(([width = 0, height = 0]) => ({ width, height }));

/** Watches the board of the page that is shown, with every change of the page. @param {Page} page */
export async function watchLayout(page) {
  await page.evaluate(() => {
    const watch = (/** @type {any} */ (globalThis).watch = { boxes: /** @type {Set<string>} */ (new Set()), cut: /** @type {Set<string>} */ (new Set()) });
    const look = () => {
      const board = document.querySelector(".board")?.getBoundingClientRect();
      if (!board) return;
      watch.boxes.add([board.x + scrollX, board.y + scrollY, board.width, board.height].map((at) => at.toFixed(1)).join(" "));
      for (const part of document.querySelectorAll(".says, .status, .readout, .player, .name, .belongings, .strip, .choices, .tray, .banner, .result, .top, .play button")) {
        const [across, down] = [part.scrollWidth - part.clientWidth, part.scrollHeight - part.clientHeight];
        const { display, overflowY } = getComputedStyle(part);
        const isBox = !display.startsWith("inline") && part.clientWidth > 0;
        if (isBox && (across > 1 || (overflowY === "hidden" || part.matches(".player")) && down > 1)) watch.cut.add(`${part.className}: ${part.textContent} (${across}, ${down})`);
      }
    };
    look();
    const play = document.querySelector(".play");
    if (play) new MutationObserver(look).observe(play, { childList: true, subtree: true, attributes: true, characterData: true });
  });
}

/** Asserts that the board has not moved since `watchLayout`, and that no text was cut off. @param {Page} page @param {string} what */
export async function assertStill(page, what) {
  const found = await page.evaluate(() => {
    const { boxes, cut } = /** @type {any} */ (globalThis).watch;
    return { boxes: [...boxes], cut: [...cut] };
  });
  assert.equal(found.boxes.length, 1, `${what}: the board was at ${found.boxes.join(", ")}`);
  assert.deepEqual(found.cut, [], what);
}
