import type { IncomingMessage } from "node:http";

import { checkUnsubscription, unsubscribeFromMail } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import type { ClientAddress } from "../limits/client-address.ts";
import { self, selfFor } from "../realms/proofs.ts";
import type { Visits } from "./visits.ts";

interface UnsubscriptionsParts {
  readonly users: ServiceClient;
  readonly visits: Visits;
  readonly addressOf: ClientAddress;
}

/** E-mail that a link ends, and the language of whoever gets it. */
export type EndedMail = z.output<typeof checkUnsubscription.output>;

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
  async check(req: IncomingMessage, token: string): Promise<EndedMail> {
    const { users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    return users.call(checkUnsubscription, self, { realmId, token }, { realmId });
  }

  /**
   * Ends that e-mail. Whoever has the link may: mail programs ask without an origin (RFC 8058), and no session is used.
   * @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE; BAD_REQUEST when it does not work any more
   */
  async end(req: IncomingMessage, token: string): Promise<EndedMail> {
    const { addressOf, users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    return users.call(
      unsubscribeFromMail,
      selfFor(addressOf(req)),
      { realmId, token },
      { realmId },
    );
  }
}
