import { createHash } from "node:crypto";

import { networkOf } from "./client-address.ts";
import type { RequestCounter } from "./request-counter.ts";
import { applyVerdict } from "./request-limits.ts";
import type { Rule } from "./rules.ts";

interface MailRules {
  /** Limit how often e-mail is asked for to one address. */
  readonly mailRecipient: readonly Rule[];
  /** Limit how often e-mail is asked for from one client address. */
  readonly mailSender: readonly Rule[];
}

interface Wish {
  readonly realmId: number;
  /** Address that e-mail is to go to. */
  readonly recipient: string;
  /** Address of the client that wants it sent. */
  readonly address: string;
}

/** Keeps people without an account from having much e-mail sent, to anybody or from anywhere. */
export class MailGuard {
  readonly #counter: RequestCounter;
  readonly #rules: MailRules;

  constructor(counter: RequestCounter, rules: MailRules) {
    this.#counter = counter;
    this.#rules = rules;
  }

  /**
   * Counts that somebody wants e-mail sent, whether or not the recipient exists.
   * @throws RATE_LIMIT_HIT
   */
  async admit({ address, realmId, recipient }: Wish): Promise<void> {
    const group = `mail:${realmId}`;
    // A hash is short; addresses may be as long as a form.
    const name = createHash("sha256").update(recipient.trim().toLowerCase()).digest("base64url");
    const [to, from] = await Promise.all([
      this.#counter.count({ group, name }, this.#rules.mailRecipient),
      this.#counter.count({ group, name: `from ${networkOf(address)}` }, this.#rules.mailSender),
    ]);
    applyVerdict({}, from);
    applyVerdict({}, to);
  }
}
