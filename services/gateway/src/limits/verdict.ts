import { AppError } from "@team-chat/errors";

/** What a limit says about one request. */
export interface Verdict {
  readonly allowed: boolean;
  /** Of the rule that is closest to being exceeded. */
  readonly limit: number;
  readonly remaining: number;
  /** Until this rule's window ends. */
  readonly resetMs: number;
  /** Until a request will be allowed again; 0 when this one is. */
  readonly waitMs: number;
}

/** The headers of every answer that a limit applies to (reference/behaviour.md §1.7). */
export function limitHeaders(verdict: Verdict, nowMs: number): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(verdict.limit),
    "X-RateLimit-Remaining": String(verdict.remaining),
    "X-RateLimit-Reset": String(Math.ceil((nowMs + verdict.resetMs) / 1000)),
  };
}

/** @throws RATE_LIMIT_HIT */
export function checkAllowed(verdict: Verdict): void {
  if (verdict.allowed) return;
  throw new AppError("RATE_LIMIT_HIT", "API usage exceeded rate limit", {
    details: { "retry-after": Math.max(verdict.waitMs, 1) / 1000 },
  });
}
