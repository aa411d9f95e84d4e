import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Bytes of each side's random part of the handshake. */
export const nonceBytes = 32;

/** A keyed hash over the parts, one after the other. */
export type Mac = (parts: readonly (string | Uint8Array)[]) => Buffer;

/**
 * Makes codes by the secret shared by all processes of an installation, as hexadecimal text.
 * @throws Error when it is too short
 */
export function macOf(key: string): Mac {
  const secret = Buffer.from(key, "hex");
  if (secret.length < 16)
    throw new Error("The identity key must have at least 32 hexadecimal digits.");
  return (parts) => {
    const hmac = createHmac("sha256", secret);
    for (const part of parts) hmac.update(part);
    return hmac.digest();
  };
}

/** Both sides know the installation's key and prove it without showing it, each over random bytes of both. */
export class Proof {
  readonly #mac: Mac;
  readonly own = randomBytes(nonceBytes);

  constructor(mac: Mac) {
    this.#mac = mac;
  }

  make(role: string, other: Buffer): Buffer {
    return this.#mac([`link ${role}`, this.own, other]);
  }

  holds(role: string, given: { other: Buffer; proof: Buffer }): boolean {
    const expected = this.#mac([`link ${role}`, given.other, this.own]);
    return given.proof.length === expected.length && timingSafeEqual(given.proof, expected);
  }
}
