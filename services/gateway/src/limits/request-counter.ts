import type { Redis } from "@team-chat/redis";

import { countingScript } from "./counting-script.ts";
import type { Rule } from "./rules.ts";
import type { Verdict } from "./verdict.ts";

type WithScript = Redis & {
  countRequests(keys: number, ...args: readonly (string | number)[]): Promise<number[]>;
};

/** Who is counted. */
export interface Subject {
  /** What many have in common, such as their organization: they are counted together. */
  readonly place: string;
  readonly name: string;
}

/** Requests that one command counts. */
interface Group {
  readonly cost: number;
  readonly rules: readonly Rule[];
  readonly keys: string[];
  readonly settle: ((verdict: Verdict | null) => void)[];
}

const silenceMs = 10_000;
/** Numbers that the script answers for each request. */
const answerLength = 4;
/** A script keeps everybody else from Redis for as long as it runs. */
const maxTogether = 64;
/** While so many come together, */
const crowd = 4;
/** those of so many milliseconds are counted by one command: they wait for longer to be admitted. */
const gatherMs = 3;

/**
 * Counts in Redis, all requests of one place that come in the same turn of the event loop, or while many come within a few milliseconds, by one command. While
 * Redis is away everything is allowed, and nobody waits for it.
 */
export class RequestCounter {
  readonly #redis: WithScript;
  readonly #onAway: (error: unknown) => void;
  /** By place. */
  #waiting = new Map<string, Group[]>();
  #silentUntil = 0;
  #countedAt = -Infinity;
  /** How many were counted last. */
  #lastCount = 0;

  /** `onAway` is called at most once every ten seconds while Redis does not answer. */
  constructor(redis: Redis, onAway: (error: unknown) => void) {
    redis.defineCommand("countRequests", { lua: countingScript });
    this.#redis = redis as WithScript;
    this.#onAway = onAway;
  }

  /** Counts one request of the subject; null when nothing is known. Never rejects. */
  count(subject: Subject, rules: readonly Rule[]): Promise<Verdict | null> {
    return this.#enqueue(subject, 1, rules);
  }

  /** What counting would say, without counting. Never rejects. */
  look(subject: Subject, rules: readonly Rule[]): Promise<Verdict | null> {
    return this.#enqueue(subject, 0, rules);
  }

  #enqueue(
    { place, name }: Subject,
    cost: number,
    rules: readonly Rule[],
  ): Promise<Verdict | null> {
    if (rules.length === 0) return Promise.resolve(null);
    const { promise, resolve } = Promise.withResolvers<Verdict | null>();
    const { keys, settle } = this.#groupOf(place, cost, rules);
    // The braces keep the counters of a place on one node of a Redis cluster, where one script can reach them.
    keys.push(`limit:{${place}}:${name}`);
    settle.push(resolve);
    return promise;
  }

  #groupOf(place: string, cost: number, rules: readonly Rule[]): Group {
    if (this.#waiting.size === 0) this.#countSoon();
    const groups = this.#waiting.get(place);
    const found = groups?.find((group) => group.cost === cost && areSame(group.rules, rules));
    if (found !== undefined && found.keys.length < maxTogether) return found;
    const group: Group = { cost, rules, keys: [], settle: [] };
    // What fills up next is found first.
    if (groups === undefined) this.#waiting.set(place, [group]);
    else groups.unshift(group);
    return group;
  }

  #countSoon(): void {
    const restMs = this.#lastCount < crowd ? 0 : this.#countedAt + gatherMs - performance.now();
    if (restMs > 0) setTimeout(() => this.#countWaiting(), restMs);
    else setImmediate(() => this.#countWaiting());
  }

  #countWaiting(): void {
    const groups = [...this.#waiting.values()].flat();
    // A new map instead of an emptied one: what a map was before it was emptied stays reachable through it until old objects are collected.
    this.#waiting = new Map();
    this.#countedAt = performance.now();
    this.#lastCount = groups.reduce((sum, { keys }) => sum + keys.length, 0);
    for (const group of groups) void this.#run(group);
  }

  async #run({ cost, keys, rules, settle }: Group): Promise<void> {
    const args = rules.flatMap(({ windowMs, max }) => [windowMs, max]);
    const answers = await this.#redis
      .countRequests(keys.length, ...keys, cost, ...args)
      .catch((error: unknown) => this.#reportAway(error));
    for (const [index, tell] of settle.entries())
      tell(answers === null ? null : verdictAt(answers, index * answerLength));
  }

  #reportAway(error: unknown): null {
    const now = performance.now();
    if (now >= this.#silentUntil) {
      this.#silentUntil = now + silenceMs;
      this.#onAway(error);
    }
    return null;
  }
}

function verdictAt(answers: readonly number[], at: number): Verdict {
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
