// A separate server, which can be killed and started again.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How long a server may take to start, in milliseconds. */
const START_TIME = 60_000;

export class OwnServer {
  /** @param {string} folder where it stores its games */
  constructor(folder) {
    this.folder = folder;
    this.listen = "127.0.0.1:0";
    /** @type {import("node:child_process").ChildProcess | null} */
    this.process = null;
  }

  /** @param {(server: OwnServer) => Promise<void>} work */
  static async with(work) {
    const server = new OwnServer(await mkdtemp(join(tmpdir(), "strata-server-")));
    try {
      await server.start();
      await work(server);
    } finally {
      await server.kill();
      await rm(server.folder, { recursive: true });
    }
  }

  /** Its address, ending in a slash. */
  get url() {
    return `http://${this.listen}/`;
  }

  /** Starts it; again at the same address. */
  async start() {
    const program = process.env.STRATA;
    assert.ok(program, "STRATA names the program");
    const child = spawn(program, ["serve", "--listen", this.listen, "--data", this.folder, "--no-limits"], { stdio: ["ignore", "pipe", "inherit"] });
    this.process = child;
    this.listen = await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("the server does not start")), START_TIME);
      child.on("exit", () => reject(new Error("the server has ended")));
      child.stdout.on("data", (text) => {
        const found = /http:\/\/([\d.:]+)/.exec(String(text))?.[1];
        if (!found) return;
        clearTimeout(late);
        resolve(found);
      });
    });
  }

  /** Kills it without a warning. */
  async kill() {
    const child = this.process;
    this.process = null;
    if (!child) return;
    const ended = new Promise((resolve) => child.on("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }
}
