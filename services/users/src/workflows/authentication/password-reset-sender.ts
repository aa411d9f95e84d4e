import type { Transaction } from "@team-chat/pg";
import { failureLog } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { passwordResetLetter } from "../../present/letters.ts";
import { findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { insertMail } from "../../queries/accounts/mail.ts";
import { takeResetRequests } from "../../queries/authentication/password-resets.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { issueResetLink } from "./issue-reset-link.ts";

const lookEveryMs = 2000;
const atOnce = 50;

/**
 * Sends links to those who have asked for one and have an account. It is done apart from the requests, so that nobody
 * learns from the time that one takes whether there is an account (docs/behaviour/passwords.md#asking-for-a-link).
 */
export class PasswordResetSender implements AsyncDisposable {
  readonly #ctx: Context;
  readonly #looks: PeriodicTask;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#looks = new PeriodicTask({
      everyMs: lookEveryMs,
      run: () => this.#send(),
      onError: failureLog(ctx.log, "sending links to set passwords failed and is tried again"),
    });
  }

  /** Answers the requests that there are. */
  look(): Promise<void> {
    return this.#looks.runNow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#looks[Symbol.asyncDispose]();
  }

  async #send(): Promise<void> {
    const taken = await this.#ctx.db.transaction(async (tx) => {
      const requests = await takeResetRequests(tx, atOnce);
      for (const { email, realmId } of requests) await this.#answer(tx, realmId, email);
      return requests.length;
    });
    if (taken > 0) await this.#ctx.mail.look();
  }

  async #answer(tx: Transaction, realmId: number, email: string): Promise<void> {
    const account = await findAccountByEmail(tx, realmId, email);
    if (account === null || !account.isActive || account.isBot) return;
    const realm = await loadRealm(tx, realmId);
    const url = await issueResetLink(this.#ctx, tx, { account, realm });
    const head = { name: realm.name, url: this.#ctx.sites.urlOf(realm.subdomain) };
    const letter = passwordResetLetter(head, { email: account.deliveryEmail, url });
    await insertMail(tx, realmId, { recipient: account.deliveryEmail, ...letter });
  }
}
