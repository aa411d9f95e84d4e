import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

import { pidOf, type Stack } from "../stack.ts";

const services = ["gateway", "events", "users", "channels", "messages", "webhooks"];
const servers = ["postgres", "nats", "redis"];

export interface Cost {
  /** Processor time of all processes, in ms. */
  readonly processorMs: number;
  /** The longest time that one of the event loops was held, in ms of processor time. */
  readonly loopMs: number;
}

/** Time without any use after which a request's work is over. */
const settleMs = 8;
/** Less than the processes use when nobody asks anything. */
const idleMs = 1.5;
const maxLooks = 400;

/** Measures what all processes of a stack use. Their main threads must have `loop-probe.ts`. */
export class CostMeter {
  readonly #pids: readonly number[];
  readonly #probes: readonly string[];

  private constructor(pids: readonly number[], probes: readonly string[]) {
    this.#pids = pids;
    this.#probes = probes;
  }

  static async open(stack: Stack, probeDir: string): Promise<CostMeter> {
    const pids: number[] = [];
    for (const name of [...services, ...servers]) pids.push(await pidOf(stack, name));
    const probes = pids.slice(0, services.length).map((pid) => join(probeDir, `${pid}.sock`));
    return new CostMeter(pids, probes);
  }

  /** Measures the cost of `work` and of what follows from it. */
  async of(work: () => Promise<unknown>): Promise<Cost> {
    await this.#longestHeld();
    const before = await this.#usedMs();
    await work();
    const after = await this.#whenSettled();
    const loopMs = await this.#longestHeld();
    // A loop was held for longer than nothing, however short that was.
    return { processorMs: after - before, loopMs: Math.max(loopMs, 0.01) };
  }

  async #whenSettled(): Promise<number> {
    let before = await this.#usedMs();
    for (let look = 0; look < maxLooks; look += 1) {
      await delay(settleMs);
      const now = await this.#usedMs();
      if (now - before < idleMs) return now;
      before = now;
    }
    throw new Error("The product does not come to rest.");
  }

  async #longestHeld(): Promise<number> {
    const each = await Promise.all(this.#probes.map(async (path) => text(connect(path))));
    return Math.max(...each.map(Number));
  }

  async #usedMs(): Promise<number> {
    const children = await Promise.all(this.#pids.map((pid) => childrenOf(pid)));
    const each = await Promise.all([...this.#pids, ...children.flat()].map((pid) => ranMs(pid)));
    return each.reduce((sum, ms) => sum + ms, 0);
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return list.split(" ").filter(Boolean).map(Number);
}

/** Returns time that all threads of a process ran, in ms; the scheduler counts it in ns (proc(5), schedstat). */
async function ranMs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const each = await Promise.all(
    threads.map((thread) =>
      readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0"),
    ),
  );
  return each.reduce((sum, line) => sum + Number(line.split(" ")[0]) / 1e6, 0);
}
