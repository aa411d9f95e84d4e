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
  /** Lines of those of its functions that ran. */
  readonly ranLines: number;
}

/** Functions that ran, as the places where they begin and end, by the address of their file. */
type Ran = ReadonlyMap<string, ReadonlySet<string>>;

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
    const stack = await openStack(resources, { command: "dev" });
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
      const both = [...common].map(
        ([url, functions]) => [url, shared(functions, ran.get(url))] as const,
      );
      common = new Map(both.filter(([, functions]) => functions.size > 0));
    }
    const hops = [...common].map(([url, functions]) => measured(url, [...functions]));
    return (await Promise.all(hops)).toSorted((a, b) => a.path.localeCompare(b.path));
  }

  async #during(ready: Ready): Promise<Ran> {
    const request = await ready();
    await this.#take();
    await request();
    await delay(afterwardsMs);
    return this.#take();
  }

  async #take(): Promise<Ran> {
    const answers = await Promise.all(this.#probes.map((probe) => text(connect(probe))));
    const ran = new Map<string, ReadonlySet<string>>();
    for (const answer of answers) {
      const files = JSON.parse(answer) as Readonly<Record<string, readonly string[]>>;
      for (const [url, functions] of Object.entries(files))
        ran.set(url, new Set([...functions, ...(ran.get(url) ?? [])]));
    }
    return ran;
  }
}

function shared(some: ReadonlySet<string>, others?: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...some].filter((place) => others?.has(place)));
}

/** Measures a file of which no function ran. */
export function idleHop(path: string): Promise<Hop> {
  return measured(pathToFileURL(join(repository, path)).href, []);
}

async function measured(url: string, functions: readonly string[]): Promise<Hop> {
  const file = fileURLToPath(url);
  const source = await readFile(file, "utf8");
  const lineAt = (place: number) => source.slice(0, place).split("\n").length;
  const ranLines = new Set<number>();
  for (const range of functions) {
    const [first = 0, last = 0] = range.split("-").map((place) => lineAt(Number(place)));
    for (let line = first; line <= last; line += 1) ranLines.add(line);
  }
  const lines = source.split("\n").length - 1;
  const path = relative(repository, file);
  return { path, lines, ranLines: ranLines.size };
}
