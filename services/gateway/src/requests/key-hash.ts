import { hash } from "node:crypto";

/** Stands for credentials: memory holds nothing else of them, so that no dump of this process shows a key. */
export interface KeyHash {
  readonly hash: string;
}

/** Hashes a whole header `Authorization`, so that credentials that were once found valid need no second parsing. */
export function keyHash(header: string): KeyHash {
  return { hash: hash("sha256", header, "base64") };
}
