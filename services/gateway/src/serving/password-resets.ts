import type { IncomingMessage } from "node:http";

import { checkPasswordReset, requestPasswordReset, resetPassword } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import type { ClientAddress } from "../limits/client-address.ts";
import type { MailGuard } from "../limits/mail-guard.ts";
import { self, selfFor } from "../realms/proofs.ts";
import type { Visits } from "./visits.ts";

interface PasswordResetsParts {
  readonly users: ServiceClient;
  readonly visits: Visits;
  readonly mails: MailGuard;
  readonly addressOf: ClientAddress;
}

/** Lets people set passwords that they have forgotten or never had (docs/behaviour/passwords.md). */
export class PasswordResets {
  readonly #parts: PasswordResetsParts;

  constructor(parts: PasswordResetsParts) {
    this.#parts = parts;
  }

  /**
   * Has a link sent to the address, if there is an account with it.
   * @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, PASSWORD_AUTH_DISABLED
   */
  async request(req: IncomingMessage, email: string): Promise<void> {
    const { addressOf, mails, users, visits } = this.#parts;
    const { id: realmId } = await visits.admitForm(req);
    await mails.admit({ realmId, recipient: email, address: addressOf(req) });
    await users.call(requestPasswordReset, self, { realmId, email }, { realmId });
  }

  /**
   * Tells the address of the account that a link is for, and its language.
   * @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE; BAD_REQUEST when it does not work any more
   */
  async check(
    req: IncomingMessage,
    token: string,
  ): Promise<z.output<typeof checkPasswordReset.output>> {
    const { users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    return users.call(checkPasswordReset, self, { realmId, token }, { realmId });
  }

  /**
   * Sets the password; returns the address of the account.
   * @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why it was not set
   */
  async reset(req: IncomingMessage, token: string, password: string): Promise<string> {
    const { addressOf, users, visits } = this.#parts;
    const { id: realmId } = await visits.admitForm(req);
    const input = { realmId, token, password };
    const as = selfFor(addressOf(req));
    const { email } = await users.call(resetPassword, as, input, { realmId });
    return email;
  }
}
