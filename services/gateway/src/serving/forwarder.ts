import type { Operation } from "@team-chat/contract";
import { proxyRequest } from "@team-chat/http";
import type { Identity } from "@team-chat/identity";
import { type ServiceClient } from "@team-chat/rpc";

import type { LargeRequests } from "../limits/large-requests.ts";
import type { ClientRequest } from "../requests/client-request.ts";
import { readForm } from "../requests/form.ts";
import { isLarge } from "../requests/request-size.ts";
import { type Owners, realmIdOf } from "./owners.ts";
import type { PasswordGuard } from "./password-guard.ts";
import { type Sent, sendInTurn } from "./send-in-turn.ts";

interface ForwarderParts {
  readonly owners: Owners;
  readonly passwords: PasswordGuard;
  readonly largeRequests: LargeRequests;
  readonly maxBodyBytes: number;
}

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
  async forward(request: ClientRequest, identity: Identity): Promise<void> {
    const { operation } = request;
    // Parameters are read here only where the gateway itself decides by one; the body is then sent on as it came.
    const isRead = operation.verifiesPassword !== undefined || namesQueue(operation);
    const form = isRead ? await readForm(request) : undefined;
    const service = this.#parts.owners.of(operation, identity, form);
    const sent = { identity, body: form?.body };
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

  #send(
    service: ServiceClient,
    { headers: responseHeaders, req, res }: ClientRequest,
    { body, identity }: Sent,
  ): Promise<number> {
    return proxyRequest(service, {
      identity,
      req,
      res,
      realmId: realmIdOf(identity),
      responseHeaders,
      maxBodyBytes: this.#parts.maxBodyBytes,
      ...(body === undefined || body.length === 0 ? {} : { body }),
    });
  }
}

function namesQueue({ owner, params }: Operation): boolean {
  return owner === "events" && "queue_id" in params;
}
