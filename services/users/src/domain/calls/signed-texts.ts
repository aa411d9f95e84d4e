import { hkdfSync } from "node:crypto";

import type { Secret } from "@team-chat/config";
import { CompactEncrypt, compactDecrypt, jwtVerify, SignJWT } from "jose";
import type { z } from "zod";

/**
 * Texts that only our processes can make, or read, with keys that follow from those that all processes share
 * (`IDENTITY_KEY`): made with the first, read with any.
 */
export class SignedTexts {
  readonly #signing: DerivedKeys;
  readonly #sealing: DerivedKeys;

  constructor(identityKeys: Secret) {
    this.#signing = derived(identityKeys, "calls: signing");
    this.#sealing = derived(identityKeys, "calls: sealing");
  }

  /** True if there are keys besides the first, with which texts may have been sealed. */
  get hasOtherKeys(): boolean {
    return this.#sealing.length > 1;
  }

  /** Signs claims for one purpose, valid for so many seconds from `now` (milliseconds since 1970), or for ever. */
  sign(purpose: string, claims: object, { now, seconds }: Validity): Promise<string> {
    const at = Math.floor(now / 1000);
    const jwt = new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "HS256" })
      .setAudience(purpose)
      .setIssuedAt(at);
    if (seconds !== null) jwt.setExpirationTime(at + seconds);
    return jwt.sign(this.#signing[0]);
  }

  /** Reads the claims that were signed for the purpose; null when they were not, or are not valid any more. */
  async read<T extends z.ZodType>(
    text: string,
    { now, purpose, schema }: Reading<T>,
  ): Promise<z.output<T> | null> {
    const checks = { audience: purpose, algorithms: ["HS256"], currentDate: new Date(now) };
    return firstThatFits(this.#signing, async (key) =>
      schema.parse((await jwtVerify(text, key, checks)).payload),
    );
  }

  /** Encrypts a value. */
  seal(value: object): Promise<string> {
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
      .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
      .encrypt(this.#sealing[0]);
  }

  /** Seals a sealed text anew if that was not done with the first key; null when it was, or when none opens it. */
  async sealAnew<T extends z.ZodType<object>>(sealed: string, schema: T): Promise<string | null> {
    const [first] = this.#sealing;
    const current = await openWith([first], sealed, schema);
    const value = current === null ? await this.open(sealed, schema) : null;
    return value === null ? null : this.seal(value);
  }

  /** Opens a sealed text; null when it was not sealed, or with none of the keys. */
  async open<T extends z.ZodType>(sealed: string, schema: T): Promise<z.output<T> | null> {
    return openWith(this.#sealing, sealed, schema);
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

type DerivedKeys = readonly [Uint8Array, ...Uint8Array[]];

function derived(keys: Secret, purpose: string): DerivedKeys {
  const [first = "", ...others] = keys.reveal().split(",");
  const from = (key: string) =>
    new Uint8Array(hkdfSync("sha256", Buffer.from(key, "hex"), "", purpose, 32));
  return [from(first), ...others.map(from)];
}

function openWith<T extends z.ZodType>(
  keys: DerivedKeys,
  sealed: string,
  schema: T,
): Promise<z.output<T> | null> {
  return firstThatFits(keys, async (key) => {
    const { plaintext } = await compactDecrypt(sealed, key);
    return schema.parse(JSON.parse(new TextDecoder().decode(plaintext)));
  });
}

/** Reads with one key after the other; null when none fits. */
async function firstThatFits<T>(
  keys: DerivedKeys,
  read: (key: Uint8Array) => Promise<T>,
): Promise<T | null> {
  for (const key of keys) {
    try {
      return await read(key);
    } catch {
      // Of another key, or of nobody's.
    }
  }
  return null;
}
