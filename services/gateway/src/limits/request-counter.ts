import type { Redis } from "@team-chat/redis";

import { countingScript } from "./counting-script.ts";
import type { Rule, Verdict } from "./rules.ts";

type WithScript = Redis & {
  countRequests(keys: number, ...args: readonly (string | number)[]): Promise<number[]>;
};

/** Names whoever is counted. */
export interface Subject {
  /** Joins subjects that one command may count together, such as the users of an organization. */
  readonly group: string;
  readonly name: string;
}

interface RequestCounterParts {
  readonly redis: Redis;
  /** The clock, in UNIX milliseconds. */
  readonly now: () => number;
  /** Called at most once every ten seconds while Redis does not answer. */
  readonly onUnavailable: (error: unknown) => void;
}

/** Collects requests that one command counts. */
interface Batch {
  readonly cost: number;
  readonly rules: readonly Rule[];
  readonly keys: string[];
  readonly settle: ((verdict: Verdict | null) => void)[];
}

/** Spaces reports that Redis does not answer. */
const reportIntervalMs = 10_000;
/** Is how many numbers the script answers for each request. */
const answerLength = 4;
/** Limits what one command counts, since a script keeps everybody else from Redis for as long as it runs. */
const maxBatch = 64;
/** Number of requests in the last command from which the next one waits a little to collect more. */
const busyThreshold = 4;
/** Spaces commands while many requests come; the requests are admitted as much later. */
const spacingMs = 3;

/**
 * Counts requests in Redis, by one command for all requests of a group that come in one turn of the event loop, or
 * within a few milliseconds while many come. While Redis does not answer everything is allowed.
 */
export class RequestCounter {
  readonly #redis: WithScript;
  readonly #now: () => number;
  readonly #onUnavailable: (error: unknown) => void;
  /** Maps groups to the batches that wait to be counted. */
  #waiting = new Map<string, Batch[]>();
  #nextReportAt = 0;
  #countedAt = -Infinity;
  /** Is how many requests were counted last. */
  #lastCount = 0;
  #uncounted = 0;

  constructor({ now, onUnavailable, redis }: RequestCounterParts) {
    redis.defineCommand("countRequests", { lua: countingScript });
    this.#redis = redis as WithScript;
    this.#now = now;
    this.#onUnavailable = onUnavailable;
  }

  /** Counts the requests since the start that passed uncounted, because Redis did not answer. */
  get uncounted(): number {
    return this.#uncounted;
  }

  /** Counts one request of the subject; null when Redis does not answer, or without rules. Never rejects. */
  count(subject: Subject, rules: readonly Rule[]): Promise<Verdict | null> {
    return this.#enqueue(subject, 1, rules);
  }

  /** Returns what counting would return, without counting. Never rejects. */
  look(subject: Subject, rules: readonly Rule[]): Promise<Verdict | null> {
    return this.#enqueue(subject, 0, rules);
  }

  #enqueue(
    { group, name }: Subject,
    cost: number,
    rules: readonly Rule[],
  ): Promise<Verdict | null> {
    if (rules.length === 0) return Promise.resolve(null);
    const { promise, resolve } = Promise.withResolvers<Verdict | null>();
    const { keys, settle } = this.#batchFor(group, cost, rules);
    // The braces keep the counters of a group on one node of a Redis cluster, where one script can reach them.
    keys.push(`limit:{${group}}:${name}`);
    settle.push(resolve);
    return promise;
  }

  #batchFor(group: string, cost: number, rules: readonly Rule[]): Batch {
    if (this.#waiting.size === 0) this.#scheduleCounting();
    const batches = this.#waiting.get(group);
    const found = batches?.find((batch) => batch.cost === cost && areSame(batch.rules, rules));
    if (found !== undefined && found.keys.length < maxBatch) return found;
    const batch: Batch = { cost, rules, keys: [], settle: [] };
    // The batch that still has room stands first, where it is found first.
    if (batches === undefined) this.#waiting.set(group, [batch]);
    else batches.unshift(batch);
    return batch;
  }

  #scheduleCounting(): void {
    const isBusy = this.#lastCount >= busyThreshold;
    const delayMs = isBusy ? this.#countedAt + spacingMs - performance.now() : 0;
    if (delayMs > 0) setTimeout(() => this.#countWaiting(), delayMs);
    else setImmediate(() => this.#countWaiting());
  }

  #countWaiting(): void {
    const batches = [...this.#waiting.values()].flat();
    // A new map, since an emptied one keeps its old table, and what is in it, until old objects are collected.
    this.#waiting = new Map();
    this.#countedAt = performance.now();
    this.#lastCount = batches.reduce((sum, { keys }) => sum + keys.length, 0);
    for (const batch of batches) void this.#run(batch);
  }

  async #run({ cost, keys, rules, settle }: Batch): Promise<void> {
    const args = rules.flatMap(({ windowMs, max }) => [windowMs, max]);
    const answers = await this.#redis
      .countRequests(keys.length, ...keys, cost, ...args)
      .catch((error: unknown) => this.#report(error));
    if (answers === null) this.#uncounted += settle.length;
    const atMs = this.#now();
    for (const [index, resolve] of settle.entries())
      resolve(answers === null ? null : { ...verdictAt(answers, index * answerLength), atMs });
  }

  #report(error: unknown): null {
    const now = performance.now();
    if (now >= this.#nextReportAt) {
      this.#nextReportAt = now + reportIntervalMs;
      this.#onUnavailable(error);
    }
    return null;
  }
}

function verdictAt(answers: readonly number[], at: number): Omit<Verdict, "atMs"> {
  return {
    allowed: answers[at] !== 0,
    limit: answers[at + 1] ?? 0,
    remaining: answers[at + 2] ?? 0,
    resetMs: answers[at + 3] ?? 0,
  };
}

function areSame(some: readonly Rule[], others: readonly Rule[]): boolean {
  if (some === others) return true;
  return (
    some.length === others.length &&
    some.every(
      ({ windowMs, max }, index) =>
        windowMs === others[index]?.windowMs && max === others[index].max,
    )
  );
}
