import type { OrganizationShare } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";

import type { HostRealms } from "../authentication/host-realms.ts";
import type { Claim, FairShares, Turn } from "../limits/fair-shares.ts";
import type { ClientRequest } from "../requests/client-request.ts";
import { costOf } from "../requests/request-size.ts";
import { realmIdOf } from "./owners.ts";

/** Holds for organizations whose limits nobody has told. */
export const noLimits: OrganizationShare = {
  requestsPerSecond: null,
  concurrentRequests: null,
  weight: 1,
};

/** Gives requests their turn by the limits of the organization that their host is. */
export class OrganizationTurns {
  readonly #shares: FairShares;
  readonly #hosts: HostRealms;

  constructor(shares: FairShares, hosts: HostRealms) {
    this.#shares = shares;
    this.#hosts = hosts;
  }

  /** Returns a turn when the request need not wait, and null otherwise. */
  tryTake(request: ClientRequest, identity: Identity): Turn | null {
    return this.#shares.tryEnter(this.#claim(request, identity));
  }

  /**
   * Returns the turn as soon as the request has it.
   * @throws RATE_LIMIT_HIT, SERVICE_UNAVAILABLE when its client goes away before
   */
  take(request: ClientRequest, identity: Identity): Promise<Turn> {
    return this.#shares.enter(this.#claim(request, identity), request.res);
  }

  #claim(request: ClientRequest, identity: Identity): Claim {
    return {
      realmId: realmIdOf(identity),
      userId: identity.kind === "user" ? identity.userId : 0,
      // Admission has just proven it; speculative reads take what was proven last.
      share: this.#hosts.lastKnown(request.host)?.share ?? noLimits,
      cost: costOf(request),
    };
  }
}
