import { createHash, randomInt } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** 32 random alphanumerics: the form of API keys and webhook tokens (docs/behaviour/api.md#authentication). */
export function newKey(): string {
  return Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** Hashes a key as it is looked up. */
export function keyHash(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
