import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";

import type { SessionCookie } from "./session-cookie.ts";

/** Identifies the sender that a request's headers claim, by an API key or by a browser's session. */
export type ClaimedSender = {
  /** The hash of what follows, under which accounts are cached. */
  readonly key: KeyHash;
} & (
  | {
      readonly kind: "key";
      /** The header `Authorization`; not empty. */
      readonly authorization: string;
    }
  | { readonly kind: "session"; readonly token: string }
);

/** Finds what a request proves its sender with: a key counts, when both are there, since only programs send one. */
export function claimedSender(
  { headers }: IncomingMessage,
  cookie: SessionCookie,
): ClaimedSender | undefined {
  const { authorization } = headers;
  if (authorization !== undefined && authorization !== "")
    return { kind: "key", authorization, key: keyHash(authorization) };
  const token = cookie.read(headers.cookie);
  // No header `Authorization` that is found valid begins like this.
  return token === undefined
    ? undefined
    : { kind: "session", token, key: keyHash(`session ${token}`) };
}

/** Stands for credentials: memory holds nothing else of them, so that no dump of this process shows a key. */
export interface KeyHash {
  readonly hash: string;
}

/** Hashes credentials as they came, so that what was once found valid needs no second parsing. */
export function keyHash(credentials: string): KeyHash {
  return { hash: hash("sha256", credentials, "base64") };
}
