import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";

import { AppError } from "@team-chat/errors";

import { identitySchema, type Identity } from "./identity.ts";

/** Lifetime of a signed identity; longer than any request waits in a queue between two of our processes. */
const lifetimeMs = 120_000;

export interface IdentitySigner {
  /** Signs an identity for the header; valid for two minutes. */
  sign(identity: Identity): string;
  /** @throws UNAUTHORIZED when the header is absent, forged, malformed or too old. */
  verify(header: string | undefined): Identity;
  /**
   * A keyed hash of the parts, one after the other, for other proofs of the same key; the first must begin unlike any
   * signed identity.
   */
  readonly mac: (parts: readonly (string | Uint8Array)[]) => Buffer;
}

/** `key` is the secret shared by all processes of an installation, as hexadecimal text. */
export function createIdentitySigner(key: string, now: () => number = Date.now): IdentitySigner {
  const secret = Buffer.from(key, "hex");
  if (secret.length < 16)
    throw new Error("The identity key must have at least 32 hexadecimal digits.");
  // Made once: from bytes, every request would pay three times as much for its key as for its hash.
  const secretKey = createSecretKey(secret);
  const mac = (...parts: readonly (string | Uint8Array)[]) => {
    const hmac = createHmac("sha256", secretKey);
    for (const part of parts) hmac.update(part);
    return hmac.digest();
  };
  return {
    mac: (parts) => mac(...parts),
    sign(identity) {
      const body = Buffer.from(JSON.stringify({ at: now(), identity })).toString("base64url");
      return `${body}.${mac(body).toString("base64url")}`;
    },
    verify(header) {
      const [body, signature] = (header ?? "").split(".");
      if (body === undefined || signature === undefined) throw refused("absent or malformed");
      const given = Buffer.from(signature, "base64url");
      const expected = mac(body);
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw refused("forged");
      const { at, identity } = JSON.parse(Buffer.from(body, "base64url").toString()) as {
        at: number;
        identity: unknown;
      };
      if (Math.abs(now() - at) > lifetimeMs) throw refused("too old");
      return identitySchema.parse(identity);
    },
  };
}

function refused(why: string): AppError {
  return new AppError("UNAUTHORIZED", `The internal identity is ${why}.`);
}
