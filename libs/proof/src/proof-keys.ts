import {
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";

import type { Signature } from "./manifest.ts";

/** Makes keys that are good for nothing else out of those that the processes of an installation share. */
const purpose = "signatures of exports, Ed25519";
/** Precedes the 32 bytes of a private key in PKCS #8 (RFC 8410, section 7). */
const privatePrefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** The keys with which an installation signs what it hands out; more than one while they are being replaced. */
export interface ProofKeys {
  /** The one that signs first; base64 of their SubjectPublicKeyInfo. */
  readonly publicKeys: readonly string[];
  sign(bytes: Uint8Array): Signature;
}

/** Makes the signing keys of an installation from its `IDENTITY_KEY` (docs/adr/0042-exports-of-holds-are-signed.md). */
export function proofKeys(identityKeys: string): ProofKeys {
  const [first, ...others] = identityKeys.split(",").map(privateKeyOf);
  if (first === undefined) throw new Error("There is no identity key.");
  const publicKey = publicKeyOf(first);
  return {
    publicKeys: [publicKey, ...others.map(publicKeyOf)],
    sign: (bytes) => ({
      algorithm: "Ed25519",
      public_key: publicKey,
      signature: sign(null, bytes, first).toString("base64"),
    }),
  };
}

function privateKeyOf(identityKey: string): KeyObject {
  const seed = hkdfSync("sha256", Buffer.from(identityKey, "hex"), "", purpose, 32);
  const key = Buffer.concat([privatePrefix, Buffer.from(seed)]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64");
}

/** Tells whether a signature is that of the bytes by the key that it names. */
export function isSignedWith(
  { public_key: key, signature }: Signature,
  bytes: Uint8Array,
): boolean {
  try {
    const of = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
    return verify(null, bytes, of, Buffer.from(signature, "base64"));
  } catch {
    // That is no key at all.
    return false;
  }
}
