import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";

import type { HostRealms } from "../authentication/host-realms.ts";
import { deactivatedText, noRealm, unauthorized } from "../authentication/refusals.ts";
import type { ClientAddress } from "../limits/client-address.ts";
import { applyVerdict, type RequestLimits } from "../limits/request-limits.ts";
import { clientOf, type RequestHead } from "../requests/client-request.ts";

interface AnonymousParts {
  readonly addressOf: ClientAddress;
  readonly hosts: HostRealms;
  readonly limits: RequestLimits;
  /** Tells whether a host is the root domain, below which the organizations are. */
  readonly isRoot: (host: string) => boolean;
}

/** Decides about requests that name no sender, and counts them by address. */
export class AnonymousAdmission {
  readonly #parts: AnonymousParts;

  constructor(parts: AnonymousParts) {
    this.#parts = parts;
  }

  /**
   * Admits a request as nobody's.
   * @throws UNAUTHORIZED, BAD_REQUEST, NONEXISTENT_SUBDOMAIN, REALM_DEACTIVATED, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE
   */
  async admit(request: RequestHead): Promise<Identity> {
    const { addressOf, hosts, isRoot, limits } = this.#parts;
    const verdict = limits.countAddress(request.req);
    const proven = await hosts.prove(request.host);
    if (proven !== null) request.noted.realmId = proven.realm.ref.id;
    applyVerdict(request.headers, await verdict);
    const { auth, name } = request.operation;
    const client = clientOf(request);
    const address = addressOf(request.req);
    if (proven === null) {
      if (name !== "getServerSettings") throw noRealm();
      // The root domain may be without an organization of its own (docs/behaviour/api.md#organizations-by-host).
      if (!isRoot(request.host)) throw new AppError("BAD_REQUEST", "Invalid subdomain");
      return { kind: "anonymous", realm: null, client, address };
    }
    if (auth === "user" || auth === "human")
      throw unauthorized("Not logged in: API authentication or user session required");
    if (proven.realm.deactivated && name !== "getServerSettings")
      throw new AppError("REALM_DEACTIVATED", deactivatedText(proven.realm.suspensionReason));
    return { kind: "anonymous", realm: proven.realm.ref, client, address };
  }
}
