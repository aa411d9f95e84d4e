import type { IncomingMessage } from "node:http";

import { requestOrganizationList } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";

import type { ClientAddress } from "../limits/client-address.ts";
import type { MailGuard } from "../limits/mail-guard.ts";
import { self } from "../realms/proofs.ts";
import type { RootDomain } from "./root-domain.ts";

interface OrganizationSearchParts {
  readonly users: ServiceClient;
  readonly mails: MailGuard;
  readonly addressOf: ClientAddress;
  readonly root: RootDomain;
}

/** Realm id that stands for the whole installation where an organization is counted or asked about. */
const installation = 0;

/** Tells people by e-mail in which organizations they are (docs/behaviour/organization.md#finding-organizations). */
export class OrganizationSearch {
  readonly #parts: OrganizationSearchParts;

  constructor(parts: OrganizationSearchParts) {
    this.#parts = parts;
  }

  /**
   * Has a list sent to the address, if it has accounts.
   * @throws CSRF_FAILED, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE
   */
  async request(req: IncomingMessage, email: string): Promise<void> {
    const { addressOf, mails, root, users } = this.#parts;
    root.checkForm(req);
    await mails.admit({ realmId: installation, recipient: email, address: addressOf(req) });
    await users.call(requestOrganizationList, self, { email }, { realmId: installation });
  }
}
