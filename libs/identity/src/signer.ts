import { createHash, randomBytes } from "node:crypto";
import { isIP } from "node:net";
import type { Readable } from "node:stream";

import { z } from "zod";

import { followedByProof, ReceivedBody } from "./body-proof.ts";
import { identitySchema, type Identity } from "./identity.ts";
import { type BeginMac, type KeyRing, keyRing } from "./key-ring.ts";
import { refused } from "./refused.ts";
import { SeenNonces } from "./seen-nonces.ts";

/**
 * Lifetime of a signed identity: longer than a request waits for a connection between two of our processes, and than
 * their clocks differ.
 */
const lifetimeMs = 60_000;

/** The only request that a signed identity is good for. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Host and port that it is sent to. */
  readonly to: string;
}

/** A request that arrived. */
export interface ReceivedRequest {
  readonly method: string;
  readonly target: string;
  /** Address and port of our own at which it arrived. */
  readonly address: string;
}

/** Outcome of a proof: an identity, and the body that came with it. */
export interface Proven {
  readonly identity: Identity;
  readonly body: ReceivedBody;
}

export interface IdentitySigner {
  /** Keys of the installation, for other proofs; their first part must begin unlike any signed identity. */
  readonly keys: KeyRing;
  /** Signs an identity for the header of one request, which is to arrive within a minute. */
  sign(identity: Identity, request: SignedRequest, body: Uint8Array | null): string;
  /** Signs an identity for a request whose body is not there yet; returns the body to be sent instead. */
  signStream(
    identity: Identity,
    request: SignedRequest,
    body: Readable,
  ): { readonly header: string; readonly body: Readable };
  /** @throws UNAUTHORIZED when the header is absent, forged, malformed, too old, of another request or used before */
  verify(header: string | undefined, request: ReceivedRequest): Proven;
}

/** Facts of the one request that an identity is signed for. */
const boundTo = z.object({
  method: z.string(),
  target: z.string(),
  to: z.string(),
  nonce: z.string(),
  /** SHA-256 of the body, or null when a proof follows it. */
  body: z.string().nullable(),
});

type BoundTo = z.output<typeof boundTo>;

const claims = z.object({
  at: z.number(),
  identity: identitySchema,
  request: boundTo,
});

/** `keys` are those that all processes of an installation share (`keyRing`). */
export function createIdentitySigner(keys: string, now: () => number = Date.now): IdentitySigner {
  const ring = keyRing(keys);
  const seen = new SeenNonces(2 * lifetimeMs, now);
  const signed = (identity: Identity, request: BoundTo) => {
    const facts = { at: now(), identity, request };
    const text = Buffer.from(JSON.stringify(facts)).toString("base64url");
    return `${text}.${ring.mac([text]).toString("base64url")}`;
  };
  return {
    keys: ring,
    sign(identity, request, body) {
      const digest = createHash("sha256")
        .update(body ?? "")
        .digest("base64url");
      return signed(identity, { ...request, nonce: newNonce(), body: digest });
    },
    signStream(identity, request, body) {
      const nonce = newNonce();
      const header = signed(identity, { ...request, nonce, body: null });
      return { header, body: followedByProof(body, ring.begin().update(bodyLabel(nonce))) };
    },
    verify(header, received) {
      const { begin, text } = opened(ring, header);
      const { at, identity, request } = claimsOf(text);
      if (Math.abs(now() - at) > lifetimeMs) throw refused("too old");
      checkRequest(request, received);
      if (!seen.add(request.nonce)) throw refused("used before");
      return { identity, body: bodyOf(request, begin) };
    },
  };
}

function newNonce(): string {
  return randomBytes(12).toString("base64url");
}

/** Begins what is hashed of a body; unlike anything else that is hashed with the keys. */
function bodyLabel(nonce: string): string {
  return `body ${nonce} `;
}

/** Returns what was signed, and the key. @throws UNAUTHORIZED */
function opened(ring: KeyRing, header: string | undefined): { text: string; begin: BeginMac } {
  const [text, signature] = (header ?? "").split(".");
  if (text === undefined || signature === undefined) throw refused("absent or malformed");
  const begin = ring.find([text], Buffer.from(signature, "base64url"));
  if (begin === undefined)
    throw refused("forged, or the keys in IDENTITY_KEY of both processes have none in common");
  return { begin, text: Buffer.from(text, "base64url").toString() };
}

/** @throws UNAUTHORIZED when no request was signed, and the identity could come with any */
function claimsOf(text: string): z.output<typeof claims> {
  const { data, success } = claims.safeParse(JSON.parse(text));
  if (!success) throw refused("that of no request");
  return data;
}

/** @throws UNAUTHORIZED when another request was signed, or the same one for another process */
function checkRequest({ method, target, to }: BoundTo, received: ReceivedRequest): void {
  if (method !== received.method || target !== received.target)
    throw refused("that of another request");
  // Behind a name may be a balancer, of whose address a process does not know.
  if (isIP(new URL(`http://${to}`).hostname.replaceAll(/[[\]]/g, "")) === 0) return;
  if (to !== received.address)
    throw refused(
      `for the process at ${to} and not for that at ${received.address}: give addresses that are translated a name`,
    );
}

function bodyOf({ body, nonce }: BoundTo, begin: BeginMac): ReceivedBody {
  return body === null
    ? new ReceivedBody({ hash: begin().update(bodyLabel(nonce)), expected: undefined })
    : new ReceivedBody({ hash: createHash("sha256"), expected: Buffer.from(body, "base64url") });
}
