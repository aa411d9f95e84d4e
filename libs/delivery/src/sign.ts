import { createHmac } from "node:crypto";

interface Signed {
  readonly id: string;
  /** UNIX seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * Computes the header `webhook-signature` (Standard Webhooks): HMAC-SHA256 under the bytes of the key, so that
 * receivers verify with the secret `whsec_` + base64(key).
 */
export function signatureOf({ id, timestamp, body }: Signed, key: Buffer | string): string {
  const mac = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return `v1,${mac}`;
}
