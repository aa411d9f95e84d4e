import type { IncomingMessage } from "node:http";

import { AppError } from "@team-chat/errors";

import type { ClientAddress } from "./client-address.ts";
import type { PollCounter } from "./poll-counter.ts";
import type { RequestCounter } from "./request-counter.ts";
import type { LimitSettings, Rule, Verdict } from "./rules.ts";

interface RequestLimitsParts {
  readonly counter: RequestCounter;
  readonly polls: PollCounter;
  readonly settings: LimitSettings;
  readonly addressOf: ClientAddress;
}

interface LimitedUser {
  readonly userId: number;
  /** Limits that replace the default ones; null when those hold. */
  readonly rules: readonly Rule[] | null;
}

/** Counts requests against the limits that apply to them. Every method resolves to null when nothing is limited. */
export class RequestLimits {
  readonly #parts: RequestLimitsParts;

  constructor(parts: RequestLimitsParts) {
    this.#parts = parts;
  }

  /** Counts an ordinary request of a user. Never rejects. */
  countUser(realmId: number, { rules, userId }: LimitedUser): Promise<Verdict | null> {
    const { counter, settings } = this.#parts;
    const subject = { group: `user:${realmId}`, name: String(userId) };
    return counter.count(subject, rules ?? settings.user);
  }

  /** Counts a request of a provisioning system, which has the limits of a user. Never rejects. */
  countScim(realmId: number, tokenId: number): Promise<Verdict | null> {
    const { counter, settings } = this.#parts;
    return counter.count({ group: `user:${realmId}`, name: `scim:${tokenId}` }, settings.user);
  }

  /** Counts a request without valid credentials, by the address that it comes from. Never rejects. */
  countAddress(req: IncomingMessage): Promise<Verdict | null> {
    const { addressOf, counter, settings } = this.#parts;
    return counter.count({ group: "ip", name: addressOf(req) }, settings.address);
  }

  /** Counts a long poll of a user, in the memory of this process. */
  countPoll(realmId: number, userId: number): Verdict | null {
    return this.#parts.polls.count(`user:${realmId}:${userId}`);
  }
}

/** Makes the headers of every answer that a limit applies to (docs/behaviour/api.md#rate-limits). */
export function limitHeaders(verdict: Verdict): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(verdict.limit),
    "X-RateLimit-Remaining": String(verdict.remaining),
    "X-RateLimit-Reset": String(resetSecond(verdict)),
  };
}

/**
 * Notes in the headers of an answer how the caller stands; does nothing with null. A refused caller is told to wait
 * for exactly as long as it is from the second of the count to that of `X-RateLimit-Reset`.
 * @throws RATE_LIMIT_HIT
 */
export function applyVerdict(headers: Record<string, string>, verdict: Verdict | null): void {
  if (verdict === null) return;
  Object.assign(headers, limitHeaders(verdict));
  if (verdict.allowed) return;
  throw new AppError("RATE_LIMIT_HIT", "API usage exceeded rate limit", {
    details: { "retry-after": resetSecond(verdict) - Math.floor(verdict.atMs / 1000) },
  });
}

/** Returns a UNIX second that is not before the end of the window, and at least the next one. */
function resetSecond({ atMs, resetMs }: Verdict): number {
  return Math.max(Math.ceil((atMs + resetMs) / 1000), Math.floor(atMs / 1000) + 1);
}
