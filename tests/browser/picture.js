// Makes the picture of the page for the README: `tests/browser/run picture.js`. It is not a test.

import { BASE, closeBrowser, newTable, withPage } from "./help/browser.js";

const FILE = new URL("../../docs/pictures/page.png", import.meta.url).pathname;
const MOVES = ["b3", "d5", "d4", "a5", "c4", "e5", "e1", "a3", "e1e2", "a3a2", "d4e4", "a5a4", "e4e3", "a2b2"];

const table = await newTable({ game: "staqs", seats: [{ kind: "person", name: "Ann" }, { kind: "person", name: "Bob" }] });
const secret = table.seats[0]?.secret;
for (const mv of MOVES) {
  const body = JSON.stringify({ command: "play", mv });
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${secret}` };
  const response = await fetch(`${BASE}api/tables/${table.id}/command`, { method: "POST", body, headers });
  if (!response.ok) throw new Error(`${mv}: ${await response.text()}`);
}
await withPage({ viewport: { width: 1200, height: 780 }, deviceScaleFactor: 1, colorScheme: "light" }, async (page) => {
  await page.goto(`${BASE}${table.id}/${secret}`);
  await page.waitForSelector(".moves .move");
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: FILE });
});
await closeBrowser();
console.log(FILE);
