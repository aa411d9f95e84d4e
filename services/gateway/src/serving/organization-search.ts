import type { IncomingMessage } from "node:http";

import { requestOrganizationList } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";

import { checkOwnOrigin } from "../authentication/own-origin.ts";
import type { ClientAddress } from "../limits/client-address.ts";
import type { MailGuard } from "../limits/mail-guard.ts";
import { self } from "../realms/proofs.ts";

interface OrganizationSearchParts {
  readonly users: ServiceClient;
  readonly mails: MailGuard;
  readonly addressOf: ClientAddress;
  readonly scheme: "http" | "https";
  /** The root domain, with its port unless that is the scheme's own. */
  readonly externalHost: string;
}

/** Realm id that stands for the whole installation where an organization is counted or asked about. */
const installation = 0;

/** Tells people by e-mail in which organizations they are (docs/behaviour/organization.md#finding-organizations). */
export class OrganizationSearch {
  readonly #parts: OrganizationSearchParts;

  constructor(parts: OrganizationSearchParts) {
    this.#parts = parts;
  }

  /** Address of the page at the root domain, for a request that has come to another one; null for its own. */
  elsewhere(req: IncomingMessage, path: string): string | null {
    const { externalHost, scheme } = this.#parts;
    return hostOf(req) === externalHost ? null : `${scheme}://${externalHost}${path}`;
  }

  /**
   * Has a list sent to the address, if it has accounts.
   * @throws CSRF_FAILED, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE
   */
  async request(req: IncomingMessage, email: string): Promise<void> {
    const { addressOf, externalHost, mails, scheme, users } = this.#parts;
    checkOwnOrigin({ host: externalHost, req }, scheme);
    await mails.admit({ realmId: installation, recipient: email, address: addressOf(req) });
    await users.call(requestOrganizationList, self, { email }, { realmId: installation });
  }
}

function hostOf({ headers }: IncomingMessage): string {
  return (headers.host ?? "").toLowerCase();
}
