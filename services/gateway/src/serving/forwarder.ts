import type { Operation } from "@team-chat/contract";
import {
  askSpeculatively,
  hasBody,
  type HeldAnswer,
  proxyRequest,
  readBody,
} from "@team-chat/http";
import type { Caller, Identity } from "@team-chat/identity";
import { type ServiceClient, tooLarge } from "@team-chat/rpc";

import type { LargeRequests } from "../limits/large-requests.ts";
import type { ClientRequest } from "../requests/client-request.ts";
import { readForm } from "../requests/form.ts";
import { isLarge } from "../requests/request-size.ts";
import { type Owners, realmIdOf } from "./owners.ts";
import type { PasswordGuard } from "./password-guard.ts";

interface ForwarderParts {
  readonly owners: Owners;
  readonly passwords: PasswordGuard;
  readonly largeRequests: LargeRequests;
  readonly maxBodyBytes: number;
}

/** Limits forms, as the services do. */
const maxFormBytes = 1024 * 1024;

interface Sent {
  readonly identity: Identity;
  /** Undefined while the body was not read. */
  readonly body: Buffer | undefined;
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
      isQueued ? this.#sendInTurn(service, request, sent) : this.#send(service, request, sent);
    if (form === undefined || operation.verifiesPassword === undefined) await send();
    else await this.#parts.passwords.guard(request, { identity, form }, send);
  }

  /** Sends a read on for a caller that is not proven yet. Null when that is not possible now. */
  forwardSpeculatively(request: ClientRequest, caller: Caller): HeldAnswer | null {
    if (isLarge(request)) return null;
    const { operation, req } = request;
    const service = this.#parts.owners.named(operation.owner);
    if (service === undefined) return null;
    return askSpeculatively(service, caller, { req, realmId: caller.realm.id });
  }

  /** Reads the whole body before the request waits for its turn, so that a slow client keeps nobody waiting. */
  async #sendInTurn(
    service: ServiceClient,
    request: ClientRequest,
    { body, identity }: Sent,
  ): Promise<number> {
    const { largeRequests, maxBodyBytes } = this.#parts;
    const whole = body ?? (await readWhole(request, maxBodyBytes));
    const userId = identity.kind === "user" ? identity.userId : 0;
    return largeRequests.run({ realmId: realmIdOf(identity), userId }, () =>
      this.#send(service, request, { identity, body: whole }),
    );
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

/** @throws REQUEST_TOO_LARGE above what any body or, if it is within that, any form may have */
async function readWhole({ req }: ClientRequest, maxBodyBytes: number): Promise<Buffer> {
  if (!hasBody(req)) return Buffer.alloc(0);
  if (Number(req.headers["content-length"] ?? 0) > maxBodyBytes) throw tooLarge(maxBodyBytes);
  return readBody(req, Math.min(maxFormBytes, maxBodyBytes));
}

function namesQueue({ owner, params }: Operation): boolean {
  return owner === "events" && "queue_id" in params;
}
