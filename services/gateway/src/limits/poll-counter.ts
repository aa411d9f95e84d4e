import type { Rule, Verdict } from "./rules.ts";

interface Window {
  readonly rule: Rule;
  readonly counts: Map<string, number>;
  /** The end of the window, on the clock of `performance.now()`. */
  endsAtMs: number;
}

/** Counts long polls in the memory of this process: a Redis round trip for each would cost more than the poll. */
export class PollCounter implements Disposable {
  readonly #windows: readonly Window[];
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #now: () => number;

  /** `now` in UNIX milliseconds. */
  constructor(rules: readonly Rule[], now: () => number) {
    this.#now = now;
    this.#windows = rules.map((rule) => beginWindow({ rule, counts: new Map(), endsAtMs: 0 }));
    this.#timers = this.#windows.map((window) =>
      setInterval(() => beginWindow(window), window.rule.windowMs).unref(),
    );
  }

  /**
   * Counts one poll. Returns how it stands with the rule that is closest to being exceeded, or refuses it for longest;
   * null without rules.
   */
  count(subject: string): Verdict | null {
    let closest: Verdict | null = null;
    const at = { elapsedMs: performance.now(), atMs: this.#now() };
    for (const window of this.#windows) {
      const verdict = countIn(window, subject, at);
      if (closest === null || isCloser(verdict, closest)) closest = verdict;
    }
    return closest;
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearInterval(timer);
  }
}

function beginWindow(window: Window): Window {
  window.counts.clear();
  window.endsAtMs = performance.now() + window.rule.windowMs;
  return window;
}

/** One moment: on the clock of `performance.now()`, and in UNIX milliseconds. */
interface Moment {
  readonly elapsedMs: number;
  readonly atMs: number;
}

function countIn(
  { counts, endsAtMs, rule }: Window,
  subject: string,
  { atMs, elapsedMs }: Moment,
): Verdict {
  const count = (counts.get(subject) ?? 0) + 1;
  const allowed = count <= rule.max;
  if (allowed) counts.set(subject, count);
  const resetMs = Math.max(endsAtMs - elapsedMs, 0);
  const remaining = Math.max(rule.max - count, 0);
  return { allowed, limit: rule.max, remaining, atMs, resetMs };
}

function isCloser(verdict: Verdict, other: Verdict): boolean {
  if (verdict.allowed !== other.allowed) return other.allowed;
  if (!verdict.allowed) return verdict.resetMs > other.resetMs;
  return verdict.remaining < other.remaining;
}
