import { AppError } from "@team-chat/errors";

/** What a limit says about one request. */
export interface Verdict {
  readonly allowed: boolean;
  /** Of the rule that is closest to being exceeded; of a refused request the one that refuses it for longest. */
  readonly limit: number;
  readonly remaining: number;
  /** Until this rule's window ends; when the request is refused, until one will be allowed again. */
  readonly resetMs: number;
}

/** The headers of every answer that a limit applies to (docs/behaviour/api.md#rate-limits). */
export function limitHeaders(verdict: Verdict, nowMs: number): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(verdict.limit),
    "X-RateLimit-Remaining": String(verdict.remaining),
    "X-RateLimit-Reset": String(resetSecond(verdict, nowMs)),
  };
}

/**
 * Notes in an answer's headers how the caller stands. A refused one is told to wait for exactly as long as it is from this second to that of `X-RateLimit-Reset`.
 * @throws RATE_LIMIT_HIT
 */
export function applyVerdict(headers: Record<string, string>, verdict: Verdict): void {
  const nowMs = Date.now();
  Object.assign(headers, limitHeaders(verdict, nowMs));
  if (verdict.allowed) return;
  throw new AppError("RATE_LIMIT_HIT", "API usage exceeded rate limit", {
    details: { "retry-after": resetSecond(verdict, nowMs) - Math.floor(nowMs / 1000) },
  });
}

/** In UNIX seconds, not before the window is really over and at least the next one. */
function resetSecond({ resetMs }: Verdict, nowMs: number): number {
  return Math.max(Math.ceil((nowMs + resetMs) / 1000), Math.floor(nowMs / 1000) + 1);
}
