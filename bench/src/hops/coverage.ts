import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

import { openStack, pidOf, type Stack } from "../stack.ts";
import type { Ready } from "./flows.ts";

const services = ["gateway", "users", "channels", "messages", "events", "webhooks"] as const;

const repository = join(import.meta.dirname, "..", "..", "..");

/** Longest time between an answer and what its request causes afterwards. */
const afterwardsMs = 40;

/** A file that took part in answering a request. */
export interface Hop {
  /** From the repository's root. */
  readonly path: string;
  readonly lines: number;
  /** Largest number of its functions that ran. */
  readonly functions: number;
}

/** Says which files of the product a request passes. */
export class Coverage {
  readonly stack: Stack;
  readonly #probes: readonly string[];

  private constructor(stack: Stack, probes: readonly string[]) {
    this.stack = stack;
    this.#probes = probes;
  }

  /** Starts a stack of its own, all of whose processes note the functions that run. */
  static async open(resources: AsyncDisposableStack): Promise<Coverage> {
    const folder = await mkdtemp(join(tmpdir(), "team-chat-hops-"));
    resources.defer(() => rm(folder, { recursive: true, force: true }));
    const probe = pathToFileURL(join(import.meta.dirname, "coverage-probe.ts")).href;
    process.env["COVERAGE_PROBE_DIR"] = folder;
    process.env["NODE_OPTIONS"] = `--import ${probe}`;
    const stack = await openStack(resources);
    const pids = await Promise.all(services.map((service) => pidOf(stack, service)));
    return new Coverage(
      stack,
      pids.map((pid) => join(folder, `${pid}.sock`)),
    );
  }

  /** Files with functions that ran in each of the rounds: what runs by a clock of its own is in some rounds only. */
  async of(ready: Ready, rounds: number): Promise<readonly Hop[]> {
    let common = await this.#during(ready);
    for (let round = 1; round < rounds; round += 1) {
      const ran = await this.#during(ready);
      common = new Map([...common].filter(([url]) => ran.has(url)));
    }
    const hops = [...common].map(([url, functions]) => measured(url, functions));
    return (await Promise.all(hops)).toSorted((a, b) => a.path.localeCompare(b.path));
  }

  async #during(ready: Ready): Promise<ReadonlyMap<string, number>> {
    const request = await ready();
    await this.#take();
    await request();
    await delay(afterwardsMs);
    return this.#take();
  }

  async #take(): Promise<ReadonlyMap<string, number>> {
    const answers = await Promise.all(this.#probes.map((probe) => text(connect(probe))));
    const ran = new Map<string, number>();
    for (const answer of answers) {
      const counts = JSON.parse(answer) as Readonly<Record<string, number>>;
      for (const [url, count] of Object.entries(counts))
        ran.set(url, Math.max(count, ran.get(url) ?? 0));
    }
    return ran;
  }
}

async function measured(url: string, functions: number): Promise<Hop> {
  const file = fileURLToPath(url);
  const source = await readFile(file, "utf8");
  const lines = source.split("\n").length - 1;
  return { path: relative(repository, file), lines, functions };
}
