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
import type { Claim, FairShares, Turn } from "../limits/fair-shares.ts";
import type { LargeRequests } from "../limits/large-requests.ts";
import type { LoginGuard } from "../limits/login-guard.ts";
import { applyVerdict, type RequestLimits } from "../limits/request-limits.ts";
import type { WorkLimit } from "../limits/work-limit.ts";
import { self } from "../realms/proofs.ts";
import { hostOf } from "../requests/client-request.ts";
import { isLarge } from "../requests/request-size.ts";
import { guarded } from "./guarded.ts";
import { noLimits } from "./organization-turns.ts";

interface ScimParts {
  readonly users: ServiceClient;
  readonly hosts: HostRealms;
  readonly limits: RequestLimits;
  readonly logins: LoginGuard;
  readonly shares: FairShares;
  readonly work: WorkLimit;
  readonly largeRequests: LargeRequests;
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

type Answer = z.output<typeof answerScim.output>;

/** Request of which it is known whose it is. */
interface Admitted {
  readonly claim: Claim;
  readonly client: ScimClient;
  readonly body: string;
  /** Turn that it has as one of those that this gateway works on; null for large ones. */
  readonly workTurn: Turn | null;
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
  async answer(exchange: Exchange): Promise<Answer> {
    const { hosts, work } = this.#parts;
    const { req, res } = exchange;
    if (isLarge({ operation: {}, query: queryOf(req), req })) return this.#admit(exchange, null);
    // The organization is only a guess, by which nothing is decided but whose turn it is.
    const known = hosts.lastKnown(hostOf(req));
    const realmId = known?.ref.id ?? 0;
    const refusal = work.findRefusal(realmId);
    if (refusal !== null) throw refusal;
    const turn = await work.enter({ realmId, weight: known?.share?.weight }, res);
    try {
      return await this.#admit(exchange, turn);
    } finally {
      turn.end();
    }
  }

  /** Proves whose request it is, and passes it on. Large ones, which are not counted as work, take turns. */
  async #admit(exchange: Exchange, workTurn: Turn | null): Promise<Answer> {
    const { largeRequests, limits } = this.#parts;
    const { headers, req } = exchange;
    const { realm, share = noLimits } = await this.#organizationOf(req);
    const client = await this.#clientOf(req, realm, headers);
    applyVerdict(headers, await limits.countScim(realm.id, client.id));
    const body = (await readBody(req, maxBodyBytes)).toString();
    const cost = body.length > maxUsualBytes || queryOf(req) !== "" ? dearCost : 1;
    const claim = { realmId: realm.id, userId: 0, share, cost };
    const pass = () => this.#pass(exchange, { claim, client, body, workTurn });
    return workTurn === null ? largeRequests.run(claim, pass) : pass();
  }

  /** Passes a request on when it is its organization's turn. */
  async #pass({ path, req, res }: Exchange, admitted: Admitted): Promise<Answer> {
    const { addressOf, users } = this.#parts;
    const { body, claim, client } = admitted;
    const { realmId } = claim;
    const turn = await this.#turnOf(admitted, res);
    try {
      const input = {
        realmId,
        client,
        address: addressOf(req),
        method: req.method ?? "GET",
        path,
        query: queryOf(req),
        body,
        ifMatch: req.headers["if-match"] ?? null,
        ifNoneMatch: req.headers["if-none-match"] ?? null,
      };
      return await users.call(answerScim, self, input, { realmId });
    } finally {
      turn.end();
    }
  }

  /** Takes the organization's turn. Whoever has to wait for that keeps no other request of this gateway waiting. */
  async #turnOf({ claim, workTurn }: Admitted, res: ServerResponse): Promise<Turn> {
    const { shares } = this.#parts;
    const free = shares.tryEnter(claim);
    if (free !== null) return free;
    workTurn?.end();
    return shares.enter(claim, res);
  }

  async #organizationOf(req: IncomingMessage) {
    const proven = await this.#parts.hosts.prove(hostOf(req));
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

function queryOf(req: IncomingMessage): string {
  return splitUrl(req.url ?? "/")[1];
}
