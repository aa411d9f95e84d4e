import { hkdfSync } from "node:crypto";

import type { Secret } from "@team-chat/config";
import { CompactEncrypt, compactDecrypt, jwtVerify, SignJWT } from "jose";
import type { z } from "zod";

/** Texts that only our processes can make, or read, with keys that follow from the one that all processes share. */
export class SignedTexts {
  readonly #signing: Uint8Array;
  readonly #sealing: Uint8Array;

  constructor(identityKey: Secret) {
    this.#signing = derived(identityKey, "calls: signing");
    this.#sealing = derived(identityKey, "calls: sealing");
  }

  /** Signs claims for one purpose, valid for so many seconds from `now` (milliseconds since 1970), or for ever. */
  sign(purpose: string, claims: object, { now, seconds }: Validity): Promise<string> {
    const at = Math.floor(now / 1000);
    const jwt = new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "HS256" })
      .setAudience(purpose)
      .setIssuedAt(at);
    if (seconds !== null) jwt.setExpirationTime(at + seconds);
    return jwt.sign(this.#signing);
  }

  /** Reads the claims that were signed for the purpose; null when they were not, or are not valid any more. */
  async read<T extends z.ZodType>(
    text: string,
    { now, purpose, schema }: Reading<T>,
  ): Promise<z.output<T> | null> {
    try {
      const checks = { audience: purpose, algorithms: ["HS256"], currentDate: new Date(now) };
      return schema.parse((await jwtVerify(text, this.#signing, checks)).payload);
    } catch {
      return null;
    }
  }

  /** Encrypts a value. */
  seal(value: object): Promise<string> {
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
      .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
      .encrypt(this.#sealing);
  }

  /** Opens a sealed text; null when it was not sealed, or with another key. */
  async open<T extends z.ZodType>(sealed: string, schema: T): Promise<z.output<T> | null> {
    try {
      const { plaintext } = await compactDecrypt(sealed, this.#sealing);
      return schema.parse(JSON.parse(new TextDecoder().decode(plaintext)));
    } catch {
      return null;
    }
  }
}

interface Validity {
  readonly now: number;
  readonly seconds: number | null;
}

interface Reading<T extends z.ZodType> {
  readonly purpose: string;
  readonly schema: T;
  readonly now: number;
}

function derived(key: Secret, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", Buffer.from(key.reveal(), "hex"), "", purpose, 32));
}
