import type { Redis } from "@team-chat/redis";
import { BatchLoader } from "@team-chat/work";
import { LRUCache } from "lru-cache";

import { type Ask, CountingScript } from "./counting-script.ts";
import type { Rule, Verdict } from "./rules.ts";

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

type Verdicts = ReadonlyMap<Ask, Verdict> | null;

/** A command that was sent; the next one does not wait for its answer, which may take long or never come. */
interface Command {
  readonly verdicts: Promise<Verdicts>;
}

/** Shortest time between two reports that Redis does not answer, in ms. */
const reportIntervalMs = 10_000;
/** Most requests that one command counts, since a script keeps everybody else from Redis for as long as it runs. */
const maxBatch = 64;
/**
 * Spaces commands of a group while many of its requests come; they are admitted as much later. Spacing begins when the
 * last command has counted as many as `busyThreshold`.
 */
const pacing = { ms: 3, busyThreshold: 4, maxWaiters: maxBatch };
const maxGroups = 10_000;

/**
 * Counts requests in Redis, by one command for all requests of a group that come in one turn of the event loop, or
 * within a few milliseconds while many come. While Redis does not answer everything is allowed.
 */
export class RequestCounter {
  readonly #script: CountingScript;
  readonly #onUnavailable: (error: unknown) => void;
  /** Counts the requests of a group under the same rules together. */
  readonly #batches = new LRUCache<string, BatchLoader<Ask, Command>>({ max: maxGroups });
  #nextReportAt = 0;
  #uncounted = 0;

  constructor({ now, onUnavailable, redis }: RequestCounterParts) {
    this.#script = new CountingScript(redis, now);
    this.#onUnavailable = onUnavailable;
  }

  /** Counts the requests since the start that passed uncounted, because Redis did not answer. */
  get uncounted(): number {
    return this.#uncounted;
  }

  /** Counts one request of the subject; null when Redis does not answer, or without rules. Never rejects. */
  count(subject: Subject, rules: readonly Rule[]): Promise<Verdict | null> {
    return this.#ask(subject, 1, rules);
  }

  /** Returns what counting would return, without counting. Never rejects. */
  look(subject: Subject, rules: readonly Rule[]): Promise<Verdict | null> {
    return this.#ask(subject, 0, rules);
  }

  async #ask(
    { group, name }: Subject,
    cost: number,
    rules: readonly Rule[],
  ): Promise<Verdict | null> {
    if (rules.length === 0) return null;
    // The braces keep the counters of a group on one node of a Redis cluster, where one script can reach them.
    const ask = { key: `limit:{${group}}:${name}` };
    const args = [cost, ...rules.flatMap(({ windowMs, max }) => [windowMs, max])];
    const command = await this.#batchesOf(group, args).load(ask);
    return (await command.verdicts)?.get(ask) ?? null;
  }

  #batchesOf(group: string, args: readonly number[]): BatchLoader<Ask, Command> {
    const name = `${group} ${args.join()}`;
    const known = this.#batches.get(name);
    if (known !== undefined) return known;
    const send = (asks: readonly Ask[]): Promise<Command> =>
      Promise.resolve({ verdicts: this.#count(asks, args) });
    const loader = new BatchLoader(send, { maxBatch, gathersTurn: true, pacing });
    this.#batches.set(name, loader);
    return loader;
  }

  #count(asks: readonly Ask[], args: readonly number[]): Promise<Verdicts> {
    return this.#script.count(asks, args).catch((error: unknown) => {
      this.#uncounted += asks.length;
      this.#report(error);
      return null;
    });
  }

  #report(error: unknown): void {
    const now = performance.now();
    if (now < this.#nextReportAt) return;
    this.#nextReportAt = now + reportIntervalMs;
    this.#onUnavailable(error);
  }
}
