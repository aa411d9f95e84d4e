import { createECDH } from "node:crypto";

const keyBytes = 32;

/** The installation as push services know it (RFC 8292); both keys as base64url without padding. */
export interface Vapid {
  /** Browsers want it for a subscription, which then takes pushes from nobody else. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Derives the public key from the private one, 32 bytes as base64url. @throws Error when it is no key */
export function vapidFrom(text: string): Vapid {
  const key = Buffer.from(text, "base64url");
  if (key.length !== keyBytes) throw new RangeError("A VAPID key has 32 bytes.");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(key);
  return { publicKey: pair.getPublicKey("base64url"), privateKey: key.toString("base64url") };
}
