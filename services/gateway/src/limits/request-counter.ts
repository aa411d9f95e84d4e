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

interface Waiting {
  readonly key: string;
  readonly cost: number;
  readonly rules: readonly Rule[];
  readonly settle: (verdict: Verdict | null) => void;
}

const silenceMs = 10_000;
/** Numbers that the script answers for each request. */
const answerLength = 5;
/** A script keeps everybody else from Redis for as long as it runs. */
const maxTogether = 64;

/**
 * Counts in Redis, all requests of one place that come in the same turn of the event loop by one command. While Redis is away everything is allowed, and
 * nobody waits for it.
 */
export class RequestCounter {
  readonly #redis: WithScript;
  readonly #onAway: (error: unknown) => void;
  #waiting = new Map<string, Waiting[]>();
  #silentUntil = 0;

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
    return new Promise((settle) => {
      // The braces keep the counters of a place on one node of a Redis cluster, where one script can reach them.
      const request = { key: `limit:{${place}}:${name}`, cost, rules, settle };
      if (this.#waiting.size === 0) setImmediate(() => this.#countWaiting());
      const others = this.#waiting.get(place);
      if (others === undefined) this.#waiting.set(place, [request]);
      else others.push(request);
    });
  }

  #countWaiting(): void {
    const places = [...this.#waiting.values()];
    // A new map instead of an emptied one: what a map was before it was emptied stays reachable through it until old objects are collected.
    this.#waiting = new Map();
    for (const requests of places)
      for (let from = 0; from < requests.length; from += maxTogether)
        void this.#run(requests.slice(from, from + maxTogether));
  }

  async #run(requests: readonly Waiting[]): Promise<void> {
    const args = requests.flatMap(({ cost, rules }) => [
      cost,
      rules.length,
      ...rules.flatMap(({ windowMs, max }) => [windowMs, max]),
    ]);
    const keys = requests.map(({ key }) => key);
    const answers = await this.#redis
      .countRequests(keys.length, ...keys, ...args)
      .catch((error: unknown) => this.#reportAway(error));
    for (const [index, { settle }] of requests.entries())
      settle(answers === null ? null : verdictAt(answers, index * answerLength));
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
    waitMs: answers[at + 4] ?? 0,
  };
}
