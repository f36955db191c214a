// The workers of the engine: one searches, and others help it where the page is isolated from other sites.

import { asset } from "./dom.js";

/** The most threads of a search. */
const MOST_THREADS = 8;
/** How long several workers may take to start, and a search to stop, in milliseconds. */
const START_TIME = 20_000;
const STOP_TIME = 150;

/** How many workers help. Browsers let workers share memory only in isolated pages. */
let helpers = globalThis.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency || 1, MOST_THREADS) - 1 : 0;

/** The modules, each compiled once for all workers. @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** @param {string} name */
function compile(name) {
  const known = compiled.get(name);
  if (known) return known;
  const module = WebAssembly.compileStreaming(fetch(asset(`built/${name}_bg.wasm`)));
  compiled.set(name, module);
  module.catch(() => compiled.delete(name));
  return module;
}

export class Workers {
  /** The searching one first. @type {Worker[]} */
  #all = [];
  /** Stops the search; in the shared memory. @type {Uint8Array | null} */
  #flag = null;
  /** Finishes the running search. @type {(answer?: any) => void} */
  #finish = () => {};
  ended = false;

  /** @returns {Promise<Workers>} several workers if possible, otherwise one */
  static async start() {
    if (helpers > 0) {
      try {
        return await new Workers().#start("engine-threads");
      } catch (error) {
        console.warn(error);
        helpers = 0;
      }
    }
    return new Workers().#start("engine");
  }

  /** @param {string} name of the module */
  async #start(name) {
    const module = await compile(name);
    const late = new Promise((_, reject) => helpers && setTimeout(() => reject(new Error("The engine takes too long to start.")), START_TIME));
    try {
      await Promise.race([this.#addAll(name, module), late]);
      return this;
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** @param {string} name @param {WebAssembly.Module} module */
  async #addAll(name, module) {
    const { memory, stopAddress } = await this.#add("engine-worker.js", { name, module, helpers });
    await Promise.all(Array.from({ length: helpers }, () => this.#add("engine-helper.js", { module, memory })));
    if (memory) this.#flag = new Uint8Array(memory.buffer, stopAddress, 1);
  }

  /** Starts a worker and waits until it is ready. @param {string} file @param {object} message @returns {Promise<any>} */
  #add(file, message) {
    const worker = new Worker(asset(file), { type: "module" });
    this.#all.push(worker);
    return new Promise((resolve, reject) => {
      worker.onerror = () => reject(new Error(`${file} does not work in this browser.`));
      worker.onmessage = ({ data }) => (data.ready ? resolve(data.ready) : reject(new Error(data.error)));
      worker.postMessage(message);
    });
  }

  /**
   * Searches. One search runs at a time; after an error the workers have ended.
   * @param {{ kind: string, request: object }} message
   * @param {(report: any) => void} report
   * @returns {Promise<any>} the answer; undefined if the workers were ended
   */
  search(message, report) {
    if (this.#flag) Atomics.store(this.#flag, 0, 0);
    return new Promise((resolve, reject) => {
      this.#finish = resolve;
      const fail = (/** @type {string} */ reason) => {
        reject(new Error(reason));
        this.end();
      };
      for (const worker of this.#all) {
        worker.onerror = () => fail("The engine failed. Try again.");
        worker.onmessage = ({ data }) => (data.report ? report(data.report) : data.error ? fail(data.error) : resolve(data.answer));
      }
      this.#all[0]?.postMessage(message);
    });
  }

  /** Stops a search, if need be by ending the workers. @param {Promise<unknown>} running */
  async stop(running) {
    const patience = this.#flag ? STOP_TIME : 0;
    if (this.#flag) Atomics.store(this.#flag, 0, 1);
    const late = setTimeout(() => this.end(), patience);
    await running.catch(() => {});
    clearTimeout(late);
  }

  end() {
    this.ended = true;
    for (const worker of this.#all) worker.terminate();
    this.#finish();
  }
}
