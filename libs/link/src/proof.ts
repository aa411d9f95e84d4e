import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Bytes of each side's random part of the handshake. */
export const nonceBytes = 32;

/** Both sides know the installation's key and prove it without showing it, each over random bytes of both. */
export class Proof {
  readonly #secret: Buffer;
  readonly own = randomBytes(nonceBytes);

  /** `key` is the secret shared by all processes of an installation, as hexadecimal text. */
  constructor(key: string) {
    this.#secret = Buffer.from(key, "hex");
    if (this.#secret.length < 16)
      throw new Error("The identity key must have at least 32 hexadecimal digits.");
  }

  make(role: "gateway" | "events", other: Buffer): Buffer {
    return this.#mac(role, [this.own, other]);
  }

  holds(role: "gateway" | "events", given: { other: Buffer; proof: Buffer }): boolean {
    const expected = this.#mac(role, [given.other, this.own]);
    return given.proof.length === expected.length && timingSafeEqual(given.proof, expected);
  }

  #mac(role: string, [prover, verifier]: readonly [Buffer, Buffer]): Buffer {
    return createHmac("sha256", this.#secret)
      .update(`link ${role}`)
      .update(prover)
      .update(verifier)
      .digest();
  }
}
