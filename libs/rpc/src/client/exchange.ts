import { type Identity, identityHeader, type IdentitySigner } from "@team-chat/identity";
import { currentScope, traceparentOf } from "@team-chat/telemetry";
import type { Pool } from "undici";

import { CallFailure } from "../transports/call-failure.ts";
import type { CallLimits, Transport } from "../transports/transport.ts";
import type { Replica, Replicas } from "./replicas.ts";

/** Everything needed to send requests to one service. */
export interface Service {
  /** For messages and spans. */
  readonly name: string;
  readonly replicas: Replicas;
  readonly signer: IdentitySigner;
  /** For requests that have none of their own. */
  readonly limits: CallLimits;
}

/** Sends one request in the way that the process it goes to can take. */
export interface Attempts<Result> {
  readonly overTransport: (transport: Transport) => Promise<Result>;
  readonly overHttp: (pool: Pool) => Promise<Result>;
}

/**
 * Sends a request over the process's transport if that is ready and carries it; over HTTP otherwise, and when the
 * transport broke before the request was sent.
 * @throws CallFailure when the process cannot be reached by HTTP either
 */
export async function attempt<Result>(
  replica: Replica,
  request: { readonly method: string; readonly bodyBytes: number },
  { overHttp, overTransport }: Attempts<Result>,
): Promise<Result> {
  const { pool, transport } = replica;
  if (transport.ready && transport.carries(request.method, request.bodyBytes)) {
    try {
      return await overTransport(transport);
    } catch (error) {
      if (!(error instanceof CallFailure && error.code === "CALL_UNSENT")) throw error;
    }
  }
  if (pool === null) throw new CallFailure("CALL_UNSENT", "The service takes no requests.");
  return overHttp(pool);
}

/** Returns the headers, names and values in turn, that tie a request to the one being worked on. */
export function scopeHeaders(): string[] {
  const scope = currentScope();
  return scope === undefined
    ? []
    : ["x-request-id", scope.requestId, "traceparent", traceparentOf(scope)];
}

/** Returns the header that proves over HTTP on whose behalf a request is. */
export function signedIdentity(signer: IdentitySigner, identity: Identity): string[] {
  return [identityHeader, signer.sign(identity)];
}
