import type { IncomingMessage } from "node:http";

import type { ClientAddress } from "./client-address.ts";
import type { PollCounter } from "./poll-counter.ts";
import type { RequestCounter } from "./request-counter.ts";
import type { LimitSettings, Rule } from "./rules.ts";
import type { Verdict } from "./verdict.ts";

interface RequestLimitsParts {
  readonly counter: RequestCounter;
  readonly polls: PollCounter;
  readonly settings: LimitSettings;
  readonly addressOf: ClientAddress;
}

interface LimitedUser {
  readonly userId: number;
  /** Replace the default limits; null when those hold. */
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
