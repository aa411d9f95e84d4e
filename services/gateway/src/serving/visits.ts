import type { IncomingMessage } from "node:http";

import { getServerSettings, type OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity, RealmRef } from "@team-chat/identity";
import type { ServiceClient } from "@team-chat/rpc";

import type { HostRealms } from "../authentication/host-realms.ts";
import { checkOwnOrigin } from "../authentication/own-origin.ts";
import { deactivatedText, noRealm } from "../authentication/refusals.ts";
import { applyVerdict, type RequestLimits } from "../limits/request-limits.ts";

interface VisitsParts {
  readonly users: ServiceClient;
  readonly hosts: HostRealms;
  readonly limits: RequestLimits;
  readonly scheme: "http" | "https";
}

/** Tells what people who are not logged in may know of an organization. */
export type PublicSettings = OutputOf<typeof getServerSettings>;

/** Lets people without credentials to the pages of an organization. */
export class Visits {
  readonly #parts: VisitsParts;

  constructor(parts: VisitsParts) {
    this.#parts = parts;
  }

  /**
   * Counts the request for its address, and proves which organization it is for; adds to the headers of the answer how
   * the request stands with the limits.
   * @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE
   */
  async admit(req: IncomingMessage, headers: Record<string, string> = {}): Promise<RealmRef> {
    const { hosts, limits } = this.#parts;
    const verdict = limits.countAddress(req);
    const proven = await hosts.prove(hostOf(req));
    applyVerdict(headers, await verdict);
    if (proven === null) throw noRealm();
    return proven.realm.ref;
  }

  /**
   * Admits what a form of the organization's own pages sends.
   * @throws CSRF_FAILED, and what `admit` throws
   */
  admitForm(req: IncomingMessage, headers: Record<string, string> = {}): Promise<RealmRef> {
    checkOwnOrigin({ host: hostOf(req), req }, this.#parts.scheme);
    return this.admit(req, headers);
  }

  /** Returns why nobody gets into the organization of an admitted request; empty when people do. */
  closedText(req: IncomingMessage): string {
    const known = this.#parts.hosts.lastKnown(hostOf(req));
    return known?.deactivated === true ? deactivatedText(known.suspensionReason) : "";
  }

  /**
   * Tells whether people may read without an account. Where that cannot be found out they may not: the page to log in,
   * to which they are led then, says why.
   */
  async admitsSpectators(req: IncomingMessage): Promise<boolean> {
    try {
      const settings = await this.settings(req);
      return settings.realm_web_public_access_enabled === true && this.closedText(req) === "";
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /**
   * Admits a request, and returns what its page shows of the organization.
   * @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE
   */
  async settings(req: IncomingMessage): Promise<PublicSettings> {
    return this.settingsOf(await this.admit(req));
  }

  /** @throws SERVICE_UNAVAILABLE */
  settingsOf(realm: RealmRef): Promise<PublicSettings> {
    const target = { realmId: realm.id };
    return this.#parts.users.request(getServerSettings, visitor(realm), {}, target);
  }
}

/** Identifies somebody who looks at the pages of an organization. */
export function visitor(realm: RealmRef): Identity {
  return { kind: "anonymous", realm, client: "website" };
}

function hostOf({ headers }: IncomingMessage): string {
  return (headers.host ?? "").toLowerCase();
}
