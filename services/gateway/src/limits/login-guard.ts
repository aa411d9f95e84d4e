import type { RequestCounter, Subject } from "./request-counter.ts";
import type { Rule } from "./rules.ts";
import { checkAllowed } from "./verdict.ts";

const unauthorized = 401;

/** Lets nobody guess passwords: after some failures of one user name further attempts are refused for a while. */
export class LoginGuard {
  readonly #counter: RequestCounter;
  readonly #rules: readonly Rule[];
  /** The last attempt under way for each user name; the next one waits for it, so that attempts cannot overtake the count. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(counter: RequestCounter, rules: readonly Rule[]) {
    this.#counter = counter;
    this.#rules = rules;
  }

  /**
   * Runs an attempt, which answers the HTTP status it ended with.
   * @throws RATE_LIMIT_HIT
   */
  async attempt(realmId: number, userName: string, login: () => Promise<number>): Promise<void> {
    const subject = { place: `login:${realmId}`, name: userName.trim().toLowerCase() };
    const key = `${realmId}:${subject.name}`;
    const before = this.#underWay.get(key) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(() => this.#guarded(subject, login));
    this.#underWay.set(key, mine);
    try {
      await mine;
    } finally {
      if (this.#underWay.get(key) === mine) this.#underWay.delete(key);
    }
  }

  async #guarded(subject: Subject, login: () => Promise<number>): Promise<void> {
    const verdict = await this.#counter.look(subject, this.#rules);
    if (verdict !== null) checkAllowed(verdict);
    if ((await login()) === unauthorized) await this.#counter.count(subject, this.#rules);
  }
}
