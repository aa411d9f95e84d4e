import type { IncomingMessage } from "node:http";

import { confirmEmailChange } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";

import type { ClientAddress } from "../limits/client-address.ts";
import { visitor, type Visits } from "./visits.ts";

interface EmailConfirmationsParts {
  readonly users: ServiceClient;
  readonly visits: Visits;
  readonly addressOf: ClientAddress;
}

/** Lets people confirm new addresses (docs/behaviour/users.md#changing-e-mail-addresses). */
export class EmailConfirmations {
  readonly #parts: EmailConfirmationsParts;

  constructor(parts: EmailConfirmationsParts) {
    this.#parts = parts;
  }

  /**
   * Gives the account the new address, which is returned.
   * @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why it does not
   */
  async confirm(req: IncomingMessage, key: string): Promise<string> {
    const { addressOf, users, visits } = this.#parts;
    const realm = await visits.admitForm(req);
    const identity = { ...visitor(realm), address: addressOf(req) };
    const target = { realmId: realm.id };
    const { email } = await users.request(confirmEmailChange, identity, { key }, target);
    return email;
  }
}
