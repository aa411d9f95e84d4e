import type { IncomingMessage } from "node:http";

import { checkUnsubscription, type MailReason, unsubscribeFromMail } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";

import { self } from "../realms/proofs.ts";
import type { Visits } from "./visits.ts";

interface UnsubscriptionsParts {
  readonly users: ServiceClient;
  readonly visits: Visits;
}

/** Lets people end e-mail by a link that it has (docs/behaviour/mail.md#unsubscribing). */
export class Unsubscriptions {
  readonly #parts: UnsubscriptionsParts;

  constructor(parts: UnsubscriptionsParts) {
    this.#parts = parts;
  }

  /**
   * Tells which e-mail a link ends.
   * @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE; BAD_REQUEST when it does not work any more
   */
  async check(req: IncomingMessage, token: string): Promise<readonly MailReason[]> {
    const { users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    const { reasons } = await users.call(
      checkUnsubscription,
      self,
      { realmId, token },
      { realmId },
    );
    return reasons;
  }

  /**
   * Ends that e-mail. Whoever has the link may: mail programs ask without an origin (RFC 8058), and no session is used.
   * @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE; BAD_REQUEST when it does not work any more
   */
  async end(req: IncomingMessage, token: string): Promise<readonly MailReason[]> {
    const { users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    const { reasons } = await users.call(
      unsubscribeFromMail,
      self,
      { realmId, token },
      { realmId },
    );
    return reasons;
  }
}
