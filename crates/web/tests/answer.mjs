// Answers calls with the built modules, for module.rs: one call per line as JSON, one answer per line.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , built, ...tables] = process.argv;
/** @param {string} name */
async function load(name) {
  const module = await import(`${built}/${name}.js`);
  await module.default({ module_or_path: readFileSync(`${built}/${name}_bg.wasm`) });
  return module;
}
const [core, engine] = [await load("core"), await load("engine")];
for (const table of tables) engine.loadTable(table.split("/").at(-1), new Uint8Array(readFileSync(table)));
const searcher = new engine.Searcher();

for await (const line of createInterface({ input: process.stdin })) {
  const [name, request] = JSON.parse(line);
  let answer;
  try {
    answer = ["ok", name === "bestMove" ? searcher.bestMove(request) : core.answer(name, request)];
  } catch (error) {
    answer = ["refused", error.message];
  }
  console.log(JSON.stringify(answer));
}
