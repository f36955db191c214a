// Answers calls with the built modules, for module.rs: one call per line as JSON, one answer per line.

import { deepEqual } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , built, ...tables] = process.argv;
/** @param {string} name */
async function load(name) {
  const module = await import(`${built}/${name}.js`);
  await module.default({ module_or_path: readFileSync(`${built}/${name}_bg.wasm`) });
  return module;
}
const core = await load("core");
const learning = await load("learning");
// Without helpers, the engine for several threads is the same.
const engines = [await load("engine"), await load("engine-threads")];
for (const table of tables) {
  for (const { loadTable } of engines) loadTable(table.split("/").at(-1), new Uint8Array(readFileSync(table)));
}
const searchers = engines.map(({ Searcher }) => new Searcher());

/** @param {string} request */
function bestMove(request) {
  const [answer, other] = searchers.map((searcher) => searcher.bestMove(request));
  const timeless = (/** @type {string} */ text) => ({ ...JSON.parse(text), ms: null });
  deepEqual(timeless(other), timeless(answer));
  return answer;
}

/** The moves of a record, and the record that is written for them. @param {string} request */
function fromRecord(request) {
  const tree = core.Tree.fromRecord(JSON.parse(request));
  return tree.nodes() + tree.record();
}

/** @param {string} name @param {string} request */
function ask(name, request) {
  switch (name) {
    case "bestMove": return bestMove(request);
    case "fromRecord": return fromRecord(request);
    case "lesson": case "puzzles": case "solve": case "refuted": return learning.learn(name, request);
    default: return core.answer(name, request);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [name, request] = JSON.parse(line);
  let answer;
  try {
    answer = ["ok", ask(name, request)];
  } catch (error) {
    answer = ["refused", error.message];
  }
  console.log(JSON.stringify(answer));
}
