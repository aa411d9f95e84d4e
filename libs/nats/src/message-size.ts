import type { BundleFacts } from "@team-chat/contract";

import type { Nats } from "./connect.ts";

/** Names of headers, ids of a message and of a trace. */
const headBytes = 1000;

/** Size of a message that the server does not take. */
interface Excess {
  readonly bytes: number;
  /** Its `max_payload`. */
  readonly maxBytes: number;
}

/** Returns how much too long a bundle is for the server, headers and all; null when it is not. */
export function excessOf(nats: Nats, text: string, facts: BundleFacts | null): Excess | null {
  const maxBytes = nats.info?.max_payload ?? Number.POSITIVE_INFINITY;
  // A character has three bytes at most, and what the headers say of a bundle is shorter than the bundle.
  if (headBytes + text.length * 6 <= maxBytes) return null;
  const bytes = headBytes + Buffer.byteLength(JSON.stringify(facts)) + Buffer.byteLength(text);
  return bytes > maxBytes ? { bytes, maxBytes } : null;
}
