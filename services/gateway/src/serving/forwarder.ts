import type { Operation } from "@team-chat/contract";
import { hasBody, proxyRequest, readShortBody } from "@team-chat/http";
import { type ServiceClient } from "@team-chat/rpc";

import type { Turn } from "../limits/fair-shares.ts";
import type { LargeRequests } from "../limits/large-requests.ts";
import type { ClientRequest } from "../requests/client-request.ts";
import { readForm } from "../requests/form.ts";
import { isLarge } from "../requests/request-size.ts";
import type { OrganizationTurns } from "./organization-turns.ts";
import { type Owners, realmIdOf } from "./owners.ts";
import type { PasswordGuard } from "./password-guard.ts";
import { type Sent, sendInTurn } from "./send-in-turn.ts";

interface ForwarderParts {
  readonly owners: Owners;
  readonly passwords: PasswordGuard;
  readonly turns: OrganizationTurns;
  readonly largeRequests: LargeRequests;
  readonly maxBodyBytes: number;
}

/** Joins on whose behalf a request is passed on with its turn as one of those that this gateway works on. */
type Admitted = Pick<Sent, "workTurn" | "identity">;

/** Passes requests on to the service that owns the operation, and its answers back to clients. */
export class Forwarder {
  readonly #parts: ForwarderParts;

  constructor(parts: ForwarderParts) {
    this.#parts = parts;
  }

  /**
   * Passes a request on for an admitted sender.
   * @throws while nothing has been answered: SERVICE_UNAVAILABLE, REQUEST_TOO_LARGE, RATE_LIMIT_HIT
   */
  async forward(request: ClientRequest, { workTurn, identity }: Admitted): Promise<void> {
    const { operation } = request;
    // Parameters are read here only where the gateway itself decides by one; the body is then sent on as it came.
    const isRead = operation.verifiesPassword !== undefined || namesQueue(operation);
    const form = isRead ? await readForm(request) : undefined;
    const service = this.#parts.owners.of(request, identity, form);
    const sent = { identity, body: form?.body, workTurn };
    const isQueued = operation.owner !== "events" && isLarge(request);
    const send = () =>
      isQueued
        ? sendInTurn(this.#parts, {
            request,
            sent,
            send: (whole) => this.#send(service, request, whole),
          })
        : this.#send(service, request, sent);
    if (form === undefined || operation.verifiesPassword === undefined) await send();
    else await this.#parts.passwords.guard(request, { identity, form }, send);
  }

  /** Passes a request on when it is its organization's turn. */
  async #send(service: ServiceClient, request: ClientRequest, sent: Sent): Promise<number> {
    const { headers: responseHeaders, req, res } = request;
    const { maxBodyBytes } = this.#parts;
    const { workTurn, identity } = sent;
    const body =
      sent.body ?? (hasBody(req) ? await readShortBody({ req, maxBodyBytes }) : undefined);
    const turn = await this.#turnOf(request, sent);
    const end = () => {
      turn?.end();
      workTurn?.end();
    };
    // How long a long body takes is decided by its client, who keeps nobody waiting by that.
    if (body === "arriving") end();
    try {
      return await proxyRequest(service, {
        identity,
        req,
        res,
        realmId: realmIdOf(identity),
        responseHeaders,
        maxBodyBytes,
        ...(body === undefined || body === "arriving" || body.length === 0 ? {} : { body }),
        onAnswer: end,
        onCost: (cost) => this.#parts.turns.charge(request, identity, cost),
      });
    } finally {
      end();
    }
  }

  /** Takes the organization's turn. Whoever has to wait for that keeps no other request of this gateway waiting. */
  async #turnOf(request: ClientRequest, { workTurn, identity }: Sent): Promise<Turn | null> {
    if (namesQueue(request.operation)) return null;
    const { turns } = this.#parts;
    const free = turns.tryTake(request, identity);
    if (free !== null) return free;
    workTurn?.end();
    return turns.take(request, identity);
  }
}

function namesQueue({ owner, params }: Operation): boolean {
  return owner === "events" && "queue_id" in params;
}
