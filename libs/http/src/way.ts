import { type Identity, identityHeader, type IdentitySigner } from "@team-chat/identity";
import { currentScope, traceparentOf } from "@team-chat/telemetry";

import { maxRequestBytes } from "./link/lengths.ts";
import type { CallLimits } from "./link/link-call.ts";
import type { Replica, Replicas } from "./replicas.ts";
import { LinkFailure } from "./transport-failure.ts";

/** The way to one service. */
export interface Way {
  readonly name: string;
  readonly replicas: Replicas;
  readonly signer: IdentitySigner;
  /** For requests that have none of their own. */
  readonly limits: CallLimits;
}

/** The headers, names and values in turn, that tie a request to the one being worked on. */
export function scopeHeaders(): string[] {
  const scope = currentScope();
  return scope === undefined
    ? []
    : ["x-request-id", scope.requestId, "traceparent", traceparentOf(scope)];
}

/** The header that proves to a process which has no link who a request is for. */
export function signedIdentity({ signer }: Way, identity: Identity): string[] {
  return [identityHeader, signer.sign(identity)];
}

/** The same request both ways. */
export interface Attempts<Result> {
  /** Not called when the body is a stream, or too long for a link. */
  readonly overLink: (replica: Replica) => Promise<Result>;
  readonly overHttp: (replica: Replica) => Promise<Result>;
}

/** Sends a request over the process's link, if there is one and the request may go there; over HTTP otherwise, and when the link broke before it was sent. */
export async function attempt<Result>(
  replica: Replica,
  body: unknown,
  { overHttp, overLink }: Attempts<Result>,
): Promise<Result> {
  if (!replica.link.ready || !fits(body)) return overHttp(replica);
  try {
    return await overLink(replica);
  } catch (error) {
    if (error instanceof LinkFailure && error.code === "LINK_UNSENT") return overHttp(replica);
    throw error;
  }
}

function fits(body: unknown): body is Buffer | null {
  return body === null || (Buffer.isBuffer(body) && body.length <= maxRequestBytes);
}
