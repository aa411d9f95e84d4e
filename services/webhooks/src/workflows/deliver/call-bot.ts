import { serverVersion } from "@team-chat/contract";
import { retryAfterMs, signatureOf } from "@team-chat/delivery";
import { request } from "undici";

import type { WebhooksContext } from "../../context.ts";
import type { Payload } from "./payload.ts";

const maxAnswerBytes = 1024 * 1024;
/** As much of an answer that is no success as its bot's owner is shown. */
const maxShownBytes = 1000;

export interface BotCall {
  readonly url: string;
  readonly token: string;
  readonly payload: Payload;
  /** Id that all tries of a delivery share. */
  readonly webhookId: string;
}

export interface BotResponse {
  readonly status: number;
  /** Null when it is longer than a megabyte; only its beginning for statuses other than 2xx. */
  readonly text: string | null;
  /** Delay that Retry-After asks for; null when there is none. */
  readonly retryAfterMs: number | null;
}

/**
 * Posts to a bot's server and reads its answer; redirects are not followed. Rejects with TargetRefused or when there is
 * no answer in time.
 */
export async function callBot(ctx: WebhooksContext, call: BotCall): Promise<BotResponse> {
  const { body, headers, statusCode } = await request(call.url, {
    method: "POST",
    dispatcher: ctx.agent,
    headers: headersOf(call, Math.floor(ctx.now() / 1000)),
    body: call.payload.body,
    signal: AbortSignal.timeout(ctx.answerTimeoutMs),
  });
  const retryAfter = [headers["retry-after"] ?? []].flat()[0];
  const answered = { status: statusCode, retryAfterMs: retryAfterMs(retryAfter, ctx.now()) };
  if (statusCode < 200 || statusCode >= 300)
    return { ...answered, text: await readBeginning(body) };
  const { whole, text } = await read(body, maxAnswerBytes);
  return { ...answered, text: whole ? text : null };
}

function headersOf({ payload, token, webhookId }: BotCall, timestamp: number) {
  return {
    "content-type": payload.contentType,
    "user-agent": `TeamChatOutgoingWebhook/${serverVersion}`,
    "webhook-id": webhookId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatureOf({ id: webhookId, timestamp, body: payload.body }, token),
  };
}

/** Reads the beginning of the body. The status has decided already, so a body that does not come is an empty one. */
async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const { text } = await read(body, maxShownBytes).catch(() => ({ text: "" }));
  return text;
}

/** Reads up to so many bytes; what is longer is cut off with its connection. */
async function read(body: AsyncIterable<Uint8Array>, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  const text = Buffer.concat(chunks).subarray(0, maxBytes).toString().replaceAll("\0", "");
  return { whole: size <= maxBytes, text };
}
