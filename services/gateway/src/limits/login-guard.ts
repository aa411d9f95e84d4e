import { createHash } from "node:crypto";

import { networkOf } from "./client-address.ts";
import type { RequestCounter, Subject } from "./request-counter.ts";
import type { Rule } from "./rules.ts";
import { applyVerdict } from "./verdict.ts";

const unauthorized = 401;
const success = 200;

/** How long it is known that somebody logged in from an address. */
const known: readonly Rule[] = [{ windowMs: 30 * 24 * 3600 * 1000, max: 1 }];

interface LoginRules {
  /** Failures of one user name from one address. */
  readonly login: readonly Rule[];
  /** Failures of one user name from all addresses together. */
  readonly loginName: readonly Rule[];
}

/** Somebody's try to log in. */
export interface Attempt {
  readonly realmId: number;
  readonly userName: string;
  readonly address: string;
  /** Of the answer; how the attempt stands with the limits is noted there when it is refused. */
  readonly headers: Record<string, string>;
}

/**
 * Lets nobody guess passwords: after some failures of one user name from one address further attempts from there are refused for a while, and after many
 * more from wherever they came those from addresses at which that name has not logged in lately. So whoever fails on purpose keeps nobody from logging in
 * where they usually do.
 */
export class LoginGuard {
  readonly #counter: RequestCounter;
  readonly #rules: LoginRules;
  /** The last attempt under way for each user name at each address; the next one waits for it, so that attempts cannot overtake the count. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(counter: RequestCounter, rules: LoginRules) {
    this.#counter = counter;
    this.#rules = rules;
  }

  /**
   * Runs an attempt, which answers the HTTP status it ended with.
   * @throws RATE_LIMIT_HIT
   */
  async attempt(attempt: Attempt, login: () => Promise<number>): Promise<void> {
    const subjects = subjectsOf(attempt);
    const key = `${subjects.here.place}:${subjects.here.name}`;
    const before = this.#underWay.get(key) ?? Promise.resolve();
    const mine = before
      .catch(() => undefined)
      .then(() => this.#guarded(subjects, { login, headers: attempt.headers }));
    this.#underWay.set(key, mine);
    try {
      await mine;
    } finally {
      if (this.#underWay.get(key) === mine) this.#underWay.delete(key);
    }
  }

  async #guarded(
    { anywhere, here, usual }: Subjects,
    { headers, login }: Pick<Attempt, "headers"> & { login: () => Promise<number> },
  ): Promise<void> {
    const counter = this.#counter;
    const [hereVerdict, overall] = await Promise.all([
      counter.look(here, this.#rules.login),
      counter.look(anywhere, this.#rules.loginName),
    ]);
    if (hereVerdict?.allowed === false) applyVerdict(headers, hereVerdict);
    // A look at what was counted once already finds nothing left.
    if (overall?.allowed === false && (await counter.look(usual, known))?.allowed !== false)
      applyVerdict(headers, overall);
    const status = await login();
    if (status === unauthorized) {
      await Promise.all([
        counter.count(here, this.#rules.login),
        counter.count(anywhere, this.#rules.loginName),
      ]);
    } else if (status === success) await counter.count(usual, known);
  }
}

interface Subjects {
  /** The name at the address. */
  readonly here: Subject;
  /** The name. */
  readonly anywhere: Subject;
  /** That the name logged in at the address. */
  readonly usual: Subject;
}

function subjectsOf({ address, realmId, userName }: Attempt): Subjects {
  const place = `login:${realmId}`;
  // Names may be as long as a form.
  const name = createHash("sha256").update(userName.trim().toLowerCase()).digest("base64url");
  const where = `${name}@${networkOf(address)}`;
  return {
    here: { place, name: where },
    anywhere: { place, name },
    usual: { place, name: `${where}:ok` },
  };
}
