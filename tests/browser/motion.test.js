// The animation of moves: what changes from frame to frame.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, withPage } from "./help/browser.js";
import { replay, SCORING } from "./help/player.js";

after(closeBrowser);

/** Games with every kind of animation: stacks, groups that are cut off, sowing, tiles and counters. @type {{ game: string, position?: string }[]} */
const GAMES = [{ game: "staqs" }, { game: "clusterfuss" }, { game: "qawale" }, { game: "isaac" }, { game: "isaac", position: SCORING }];

for (const { game, position } of GAMES) {
  test(`only transforms and opacity change when pieces move in ${game}${position ? ", scoring" : ""}`, async () => {
    await withPage({}, async (page) => {
      await page.addInitScript(() => {
        /** The names of everything that was animated on a board. @type {Set<string>} */
        const changed = new Set();
        const { animate } = Element.prototype;
        Element.prototype.animate = function (/** @type {any} */ frames, /** @type {any} */ options) {
          const animation = animate.call(this, frames, options);
          for (const { effect } of document.getAnimations()) {
            if (!(effect instanceof KeyframeEffect) || !effect.target?.closest(".board")) continue;
            for (const frame of effect.getKeyframes()) for (const name of Object.keys(frame)) changed.add(name);
          }
          return animation;
        };
        /** @type {any} */ (globalThis).changed = changed;
      });
      await replay(page, { game, position });
      const names = await page.evaluate(() => [.../** @type {any} */ (globalThis).changed]);
      const allowed = ["offset", "computedOffset", "easing", "composite", "transform", "opacity"];
      assert.deepEqual(names.filter((name) => !allowed.includes(name)), []);
      assert.ok(names.includes("opacity") || names.includes("transform"), `${names}`);
    });
  });
}
