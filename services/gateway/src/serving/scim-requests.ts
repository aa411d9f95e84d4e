import type { IncomingMessage, ServerResponse } from "node:http";

import { answerScim, checkScimToken, type ScimClient } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { readBody, splitUrl } from "@team-chat/http";
import type { RealmRef } from "@team-chat/identity";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import type { HostRealms } from "../authentication/host-realms.ts";
import { deactivatedText, noRealm } from "../authentication/refusals.ts";
import type { ClientAddress } from "../limits/client-address.ts";
import type { FairShares } from "../limits/fair-shares.ts";
import type { LoginGuard } from "../limits/login-guard.ts";
import { applyVerdict, type RequestLimits } from "../limits/request-limits.ts";
import { self } from "../realms/proofs.ts";
import { guarded } from "./guarded.ts";
import { noLimits } from "./organization-turns.ts";

interface ScimParts {
  readonly users: ServiceClient;
  readonly hosts: HostRealms;
  readonly limits: RequestLimits;
  readonly logins: LoginGuard;
  readonly shares: FairShares;
  readonly addressOf: ClientAddress;
}

interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Behind `/scim/v2`, without the query. */
  readonly path: string;
  /** Collects headers of the answer: how the client stands with its limits. */
  readonly headers: Record<string, string>;
}

/** Longest body, in bytes: some ten thousand members of a group (docs/behaviour/scim.md#requests). */
const maxBodyBytes = 1024 * 1024;
/** A longer body, and a list, cost as much as some ordinary requests. */
const maxUsualBytes = 1024;
const dearCost = 5;

/** Passes requests of provisioning systems on to `users`, once it is certain whose they are. */
export class ScimRequests {
  readonly #parts: ScimParts;

  constructor(parts: ScimParts) {
    this.#parts = parts;
  }

  /**
   * Answers a request.
   * @throws UNAUTHORIZED, NONEXISTENT_SUBDOMAIN, REALM_DEACTIVATED, REQUEST_TOO_LARGE, RATE_LIMIT_HIT,
   * SERVICE_UNAVAILABLE
   */
  async answer({ headers, path, req, res }: Exchange): Promise<z.output<typeof answerScim.output>> {
    const { addressOf, limits, shares, users } = this.#parts;
    const { realm, share = noLimits } = await this.#organizationOf(req);
    const client = await this.#clientOf(req, realm, headers);
    applyVerdict(headers, await limits.countScim(realm.id, client.id));
    const body = (await readBody(req, maxBodyBytes)).toString();
    const query = splitUrl(req.url ?? "/")[1];
    const cost = body.length > maxUsualBytes || query !== "" ? dearCost : 1;
    const turn = await shares.enter({ realmId: realm.id, userId: 0, share, cost }, res);
    try {
      const input = {
        realmId: realm.id,
        client,
        address: addressOf(req),
        method: req.method ?? "GET",
        path,
        query,
        body,
        ifMatch: req.headers["if-match"] ?? null,
        ifNoneMatch: req.headers["if-none-match"] ?? null,
      };
      return await users.call(answerScim, self, input, { realmId: realm.id });
    } finally {
      turn.end();
    }
  }

  async #organizationOf(req: IncomingMessage) {
    const proven = await this.#parts.hosts.prove((req.headers.host ?? "").toLowerCase());
    if (proven === null) throw noRealm();
    const { deactivated, ref, share, suspensionReason } = proven.realm;
    if (deactivated) throw new AppError("REALM_DEACTIVATED", deactivatedText(suspensionReason));
    return { realm: ref, share };
  }

  /** Proves whose token it is. Whoever has none is counted by address, and cannot try tokens out. */
  async #clientOf(
    req: IncomingMessage,
    { id: realmId }: RealmRef,
    headers: Record<string, string>,
  ): Promise<ScimClient> {
    const { addressOf, limits, logins, users } = this.#parts;
    const token = /^Bearer +(\S{1,200})$/i.exec(req.headers.authorization ?? "")?.[1];
    try {
      if (token === undefined)
        throw new AppError("UNAUTHORIZED", "This needs a token for SCIM (Bearer).");
      const attempt = { realmId, userName: "scim", address: addressOf(req), headers };
      return await guarded(logins, attempt, () =>
        users.call(checkScimToken, self, { realmId, token }, { realmId }),
      );
    } catch (error) {
      applyVerdict(headers, await limits.countAddress(req));
      throw error;
    }
  }
}
