import { createHmac } from "node:crypto";

interface Signed {
  readonly id: string;
  /** UNIX seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * Computes the header `webhook-signature` (Standard Webhooks): HMAC-SHA256 under the bytes of the bot's token, so that
 * receivers verify with the secret `whsec_` + base64(token).
 */
export function signatureOf({ id, timestamp, body }: Signed, token: string): string {
  const mac = createHmac("sha256", token).update(`${id}.${timestamp}.${body}`).digest("base64");
  return `v1,${mac}`;
}
