import { AppError } from "@team-chat/errors";

/** Says how a request stands with a limit. */
export interface Verdict {
  readonly allowed: boolean;
  /** The maximum of the rule closest to being exceeded; for a refused request, of the one that refuses longest. */
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the window of this rule ends; for a refused request, until one is allowed again. */
  readonly resetMs: number;
}

/** Makes the headers of every answer that a limit applies to (docs/behaviour/api.md#rate-limits). */
export function limitHeaders(verdict: Verdict, nowMs: number): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(verdict.limit),
    "X-RateLimit-Remaining": String(verdict.remaining),
    "X-RateLimit-Reset": String(resetSecond(verdict, nowMs)),
  };
}

/**
 * Notes in the headers of an answer how the caller stands; does nothing with null. A refused caller is told to wait
 * for exactly as long as it is from this second to that of `X-RateLimit-Reset`.
 * @throws RATE_LIMIT_HIT
 */
export function applyVerdict(headers: Record<string, string>, verdict: Verdict | null): void {
  if (verdict === null) return;
  const nowMs = Date.now();
  Object.assign(headers, limitHeaders(verdict, nowMs));
  if (verdict.allowed) return;
  throw new AppError("RATE_LIMIT_HIT", "API usage exceeded rate limit", {
    details: { "retry-after": resetSecond(verdict, nowMs) - Math.floor(nowMs / 1000) },
  });
}

/** Returns a UNIX second that is not before the end of the window, and at least the next one. */
function resetSecond({ resetMs }: Verdict, nowMs: number): number {
  return Math.max(Math.ceil((nowMs + resetMs) / 1000), Math.floor(nowMs / 1000) + 1);
}
