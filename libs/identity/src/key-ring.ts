import { createHmac, createSecretKey, type Hmac, timingSafeEqual } from "node:crypto";

type Parts = readonly (string | Uint8Array)[];

/** Begins a keyed hash with one key of a ring. */
export type BeginMac = () => Hmac;

/** Keys that all processes of an installation share; more than one while they are being replaced. */
export interface KeyRing {
  /** Begins a keyed hash with the first key. */
  readonly begin: BeginMac;
  /** Makes a keyed hash of the parts, one after the other, with the first key. */
  mac(parts: Parts): Buffer;
  /** Finds the key that made the hash of the parts; undefined when none of them did. */
  find(parts: Parts, mac: Uint8Array): BeginMac | undefined;
}

const keyForm = /^(?:[\da-f]{2}){16,}$/i;

/**
 * Makes a ring of keys, which are hexadecimal and separated by commas. The first signs, all verify.
 * @throws Error when one is too short
 */
export function keyRing(keys: string): KeyRing {
  // Made once: from bytes, every request would pay three times as much for its key as for its hash.
  const [first, ...others] = keys.split(",").map((key): BeginMac => {
    if (!keyForm.test(key))
      throw new Error("Each identity key must have at least 32 hexadecimal digits.");
    const secret = createSecretKey(key, "hex");
    return () => createHmac("sha256", secret);
  });
  if (first === undefined) throw new Error("There is no identity key.");
  const all = [first, ...others];
  return {
    begin: first,
    mac: (parts) => digestOf(first, parts),
    find: (parts, mac) => all.find((begin) => isSame(digestOf(begin, parts), mac)),
  };
}

function digestOf(begin: BeginMac, parts: Parts): Buffer {
  const hmac = begin();
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** Compares hashes in a time that says nothing about where they differ. */
export function isSame(expected: Uint8Array, given: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
