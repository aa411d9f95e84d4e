import { createHash } from "node:crypto";

import { networkOf } from "./client-address.ts";
import type { RequestCounter, Subject } from "./request-counter.ts";
import { applyVerdict } from "./request-limits.ts";
import type { Rule } from "./rules.ts";

const unauthorized = 401;
const success = 200;

/** Remembers for 30 days that a user name has logged in from an address. */
const remembered: readonly Rule[] = [{ windowMs: 30 * 24 * 3600 * 1000, max: 1 }];

interface LoginRules {
  /** Limit failures of one user name from one address. */
  readonly login: readonly Rule[];
  /** Limits on failed logins of one user name from all addresses together. */
  readonly loginName: readonly Rule[];
}

/** Describes an attempt to give a password. */
export interface Attempt {
  readonly realmId: number;
  readonly userName: string;
  readonly address: string;
  /** Collects headers of the answer: how the attempt stands with the limits, when it is refused. */
  readonly headers: Record<string, string>;
}

/**
 * Keeps passwords from being tried out. After some failures of one user name from one address, further attempts from
 * there are refused for a while; after many more from all addresses together, attempts from addresses at which that
 * name has not logged in lately. So nobody who fails on purpose keeps others from logging in where they usually do.
 */
export class LoginGuard {
  readonly #counter: RequestCounter;
  readonly #rules: LoginRules;
  /** Maps name and address to the last running attempt; the next one waits for it, so that none evades the count. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(counter: RequestCounter, rules: LoginRules) {
    this.#counter = counter;
    this.#rules = rules;
  }

  /**
   * Runs an attempt; `verify` resolves to the HTTP status that it ended with, and 401 counts as a failure.
   * @throws RATE_LIMIT_HIT
   */
  async attempt(attempt: Attempt, verify: () => Promise<number>): Promise<void> {
    const subjects = subjectsOf(attempt);
    const key = `${subjects.here.group}:${subjects.here.name}`;
    const before = this.#underWay.get(key) ?? Promise.resolve();
    const mine = before
      .catch(() => undefined)
      .then(() => this.#guarded(subjects, { verify, headers: attempt.headers }));
    this.#underWay.set(key, mine);
    try {
      await mine;
    } finally {
      if (this.#underWay.get(key) === mine) this.#underWay.delete(key);
    }
  }

  async #guarded(
    { anywhere, here, usual }: Subjects,
    { headers, verify }: Pick<Attempt, "headers"> & { verify: () => Promise<number> },
  ): Promise<void> {
    const counter = this.#counter;
    const [hereVerdict, overall] = await Promise.all([
      counter.look(here, this.#rules.login),
      counter.look(anywhere, this.#rules.loginName),
    ]);
    if (hereVerdict?.allowed === false) applyVerdict(headers, hereVerdict);
    // The rule allows one: nothing is left where a login was counted, so the name is known at this address.
    if (overall?.allowed === false && (await counter.look(usual, remembered))?.allowed !== false)
      applyVerdict(headers, overall);
    const status = await verify();
    if (status === unauthorized) {
      await Promise.all([
        counter.count(here, this.#rules.login),
        counter.count(anywhere, this.#rules.loginName),
      ]);
    } else if (status === success) await counter.count(usual, remembered);
  }
}

interface Subjects {
  /** Counts failures of the name at the address. */
  readonly here: Subject;
  /** Counts failures of the name at all addresses. */
  readonly anywhere: Subject;
  /** Remembers that the name logged in at the address. */
  readonly usual: Subject;
}

function subjectsOf({ address, realmId, userName }: Attempt): Subjects {
  const group = `login:${realmId}`;
  // A hash is short; names may be as long as a form.
  const name = createHash("sha256").update(userName.trim().toLowerCase()).digest("base64url");
  const where = `${name}@${networkOf(address)}`;
  return {
    here: { group, name: where },
    anywhere: { group, name },
    usual: { group, name: `${where}:ok` },
  };
}
