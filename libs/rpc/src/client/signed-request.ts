import { Readable } from "node:stream";

import {
  type Identity,
  identityHeader,
  type IdentitySigner,
  proofBytes,
} from "@team-chat/identity";
import type { Dispatcher } from "undici";

import type { HttpPool } from "./http-pool.ts";

/** A process that requests are sent to over HTTP. */
export interface HttpPeer {
  readonly pool: HttpPool;
  /** Its host and port. */
  readonly host: string;
}

interface Signature {
  readonly signer: IdentitySigner;
  readonly identity: Identity;
}

/** A request that is to be sent over HTTP. */
interface UnsignedRequest {
  readonly method: string;
  readonly target: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | Readable | null;
}

/**
 * Makes the request that proves on whose behalf it is, to that process and no other
 * (docs/adr/0016-keys-in-turn.md#requests).
 */
export function signedRequest(
  { identity, signer }: Signature,
  { host }: HttpPeer,
  { body, headers, method, target }: UnsignedRequest,
): Pick<Dispatcher.DispatchOptions, "path" | "method" | "headers" | "body"> {
  const signed = { method, target, to: host };
  const head = { path: target, method };
  if (!(body instanceof Readable)) {
    const header = signer.sign(identity, signed, body);
    return { ...head, headers: [...headers, identityHeader, header], body };
  }
  const proven = signer.signStream(identity, signed, body);
  const longer = headers.map((value, at) =>
    headers[at - 1] === "content-length" ? String(Number(value) + proofBytes) : value,
  );
  return { ...head, headers: [...longer, identityHeader, proven.header], body: proven.body };
}
