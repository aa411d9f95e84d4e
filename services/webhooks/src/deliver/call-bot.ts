import { serverVersion } from "@team-chat/contract";
import { request } from "undici";

import type { WebhooksContext } from "../context.ts";

const maxAnswerBytes = 1024 * 1024;

export interface BotCall {
  readonly url: string;
  /** JSON text. */
  readonly body: string;
  /** The same for every try of a delivery. */
  readonly webhookId: string;
}

export interface BotResponse {
  readonly status: number;
  /** Null when it is longer than a megabyte; empty for answers other than 2xx, whose text nobody reads. */
  readonly text: string | null;
}

/** Posts to a bot's server and reads its answer; redirects are not followed. Rejects with TargetRefused or when there is no answer in time. */
export async function callBot(ctx: WebhooksContext, call: BotCall): Promise<BotResponse> {
  const { body, statusCode: status } = await request(call.url, {
    method: "POST",
    dispatcher: ctx.agent,
    headers: {
      "content-type": "application/json",
      "user-agent": `TeamChatOutgoingWebhook/${serverVersion}`,
      "webhook-id": call.webhookId,
    },
    body: call.body,
    signal: AbortSignal.timeout(ctx.botTimeoutMs),
  });
  if (status >= 200 && status < 300) return { status, text: await readBounded(body) };
  await body.dump();
  return { status, text: "" };
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxAnswerBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
