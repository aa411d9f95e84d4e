import type { Rule } from "./rules.ts";
import type { Verdict } from "./verdict.ts";

/** Counts long polls in this process's memory: a Redis round trip for each would cost more than the poll itself. */
export class PollCounter implements Disposable {
  readonly #windows: readonly { readonly rule: Rule; readonly counts: Map<string, number> }[];
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(rules: readonly Rule[]) {
    this.#windows = rules.map((rule) => ({ rule, counts: new Map<string, number>() }));
    this.#timers = this.#windows.map(({ rule, counts }) =>
      setInterval(() => counts.clear(), rule.windowMs).unref(),
    );
  }

  /** Counts one poll; null when it is allowed. */
  count(subject: string): Verdict | null {
    let refused: Verdict | null = null;
    for (const { rule, counts } of this.#windows) {
      const count = counts.get(subject) ?? 0;
      if (count < rule.max) counts.set(subject, count + 1);
      else refused ??= refusal(rule);
    }
    return refused;
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearInterval(timer);
  }
}

function refusal({ max, windowMs }: Rule): Verdict {
  return { allowed: false, limit: max, remaining: 0, resetMs: windowMs, waitMs: windowMs };
}
