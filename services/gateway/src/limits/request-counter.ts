import type { Redis } from "@team-chat/redis";

import { countingScript } from "./counting-script.ts";
import type { Rule } from "./rules.ts";
import type { Verdict } from "./verdict.ts";

type Answer = [allowed: number, limit: number, remaining: number, resetMs: number, waitMs: number];

type WithScript = Redis & {
  countRequest(key: string, ...args: readonly number[]): Promise<Answer>;
};

const silenceMs = 10_000;

/** Counts in Redis. While Redis is away everything is allowed, and nobody waits for it. */
export class RequestCounter {
  readonly #redis: WithScript;
  readonly #onAway: (error: unknown) => void;
  #silentUntil = 0;

  /** `onAway` is called at most once every ten seconds while Redis does not answer. */
  constructor(redis: Redis, onAway: (error: unknown) => void) {
    redis.defineCommand("countRequest", { numberOfKeys: 1, lua: countingScript });
    this.#redis = redis as WithScript;
    this.#onAway = onAway;
  }

  /** Counts one request of the subject; null when nothing is known. Never rejects. */
  count(subject: string, rules: readonly Rule[]): Promise<Verdict | null> {
    return this.#run(subject, 1, rules);
  }

  /** What counting would say, without counting. Never rejects. */
  look(subject: string, rules: readonly Rule[]): Promise<Verdict | null> {
    return this.#run(subject, 0, rules);
  }

  async #run(subject: string, cost: number, rules: readonly Rule[]): Promise<Verdict | null> {
    if (rules.length === 0) return null;
    const args = rules.flatMap(({ windowMs, max }) => [windowMs, max]);
    try {
      // The braces keep a subject's counters on one node of a Redis cluster.
      const [allowed, limit, remaining, resetMs, waitMs] = await this.#redis.countRequest(
        `limit:{${subject}}`,
        cost,
        ...args,
      );
      return { allowed: allowed === 1, limit, remaining, resetMs, waitMs };
    } catch (error) {
      this.#reportAway(error);
      return null;
    }
  }

  #reportAway(error: unknown): void {
    const now = performance.now();
    if (now < this.#silentUntil) return;
    this.#silentUntil = now + silenceMs;
    this.#onAway(error);
  }
}
