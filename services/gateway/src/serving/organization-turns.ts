import type { OrganizationShare } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { Cost } from "@team-chat/work";

import type { HostRealms } from "../authentication/host-realms.ts";
import type { Claim, FairShares, Turn } from "../limits/fair-shares.ts";
import type { UsageCounter } from "../limits/usage-counter.ts";
import type { ClientRequest } from "../requests/client-request.ts";
import { costOf } from "../requests/request-size.ts";
import { realmIdOf } from "./owners.ts";

/** Holds for organizations whose limits nobody has told. */
export const noLimits: OrganizationShare = {
  requestsPerSecond: null,
  concurrentRequests: null,
  processorMsPerSecond: null,
  databaseMsPerSecond: null,
  weight: 1,
};

interface TurnsParts {
  readonly shares: FairShares;
  readonly hosts: HostRealms;
  readonly usage: UsageCounter;
}

/** Gives requests their turn by the limits of the organization that their host is, and has it pay for them. */
export class OrganizationTurns {
  readonly #parts: TurnsParts;

  constructor(parts: TurnsParts) {
    this.#parts = parts;
  }

  /** Returns a turn when the request need not wait, and null otherwise. */
  tryTake(request: ClientRequest, identity: Identity): Turn | null {
    return this.#parts.shares.tryEnter(this.#claim(request, identity));
  }

  /**
   * Returns the turn as soon as the request has it.
   * @throws RATE_LIMIT_HIT, SERVICE_UNAVAILABLE when its client goes away before
   */
  take(request: ClientRequest, identity: Identity): Promise<Turn> {
    return this.#parts.shares.enter(this.#claim(request, identity), request.res);
  }

  /** Counts what a request has taken, for its organization's limits and its bill. */
  charge(request: ClientRequest, identity: Identity, cost: Cost): void {
    const realmId = realmIdOf(identity);
    if (realmId === 0) return;
    const { shares, usage } = this.#parts;
    shares.charge(realmId, this.#shareOf(request), cost);
    usage.addCost(realmId, cost);
  }

  #claim(request: ClientRequest, identity: Identity): Claim {
    return {
      realmId: realmIdOf(identity),
      userId: identity.kind === "user" ? identity.userId : 0,
      share: this.#shareOf(request),
      cost: costOf(request),
    };
  }
  /** Returns what admission has just proven; speculative reads take what was proven last. */
  #shareOf({ host }: ClientRequest): OrganizationShare {
    return this.#parts.hosts.lastKnown(host)?.share ?? noLimits;
  }
}
