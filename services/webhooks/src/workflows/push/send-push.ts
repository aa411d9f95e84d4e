import { createHash } from "node:crypto";

import { retryAfterMs } from "@team-chat/delivery";
import { request } from "undici";
import webPush from "web-push";

import type { WebhooksContext } from "../../context.ts";
import type { Vapid } from "../../domain/vapid.ts";
import type { ClaimedPush } from "../../queries/pushes.ts";
import type { ClosingPush } from "./content.ts";

/** Contact that push services are told where the organization has no public address. */
const unknownContact = "mailto:postmaster@localhost";

interface Sending {
  readonly vapid: Vapid;
  /** Canonical address of the organization. */
  readonly realmUrl: string;
}

export interface PushResponse {
  readonly status: number;
  /** Delay that Retry-After asks for; null when there is none. */
  readonly retryAfterMs: number | null;
}

/**
 * Hands a push to its push service, encrypted for the device (RFC 8030, 8188, 8291, 8292). Rejects with TargetRefused
 * or when there is no answer in time.
 */
export async function sendPush(
  ctx: WebhooksContext,
  push: ClaimedPush,
  { realmUrl, vapid }: Sending,
): Promise<PushResponse> {
  const { auth, endpoint, p256dh } = push;
  const subject = realmUrl.startsWith("https:") ? realmUrl : unknownContact;
  const details = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    textOf(push),
    {
      vapidDetails: { subject, ...vapid },
      contentEncoding: "aes128gcm",
      TTL: Math.max(0, Math.ceil((push.expiresAt.getTime() - ctx.now()) / 1000)),
      urgency: push.state === "closing" ? "normal" : "high",
      topic: topicOf(push),
    },
  );
  const { body, headers, statusCode } = await request(endpoint, {
    method: "POST",
    dispatcher: ctx.agent,
    headers: details.headers,
    body: details.body,
    signal: AbortSignal.timeout(ctx.answerTimeoutMs),
  });
  // The status says everything.
  await body.dump();
  const retryAfter = [headers["retry-after"] ?? []].flat()[0];
  return { status: statusCode, retryAfterMs: retryAfterMs(retryAfter, ctx.now()) };
}

function textOf({ content, conversation, messageId, state }: ClaimedPush): string {
  if (state === "pending" && content !== null) return content;
  const closing: ClosingPush = { type: "close", conversation, message_id: messageId };
  return JSON.stringify(closing);
}

/**
 * Returns what stands for the conversation at the push service: for a device that is away it keeps the last push of
 * each only. At most 32 characters of base64url (RFC 8030, section 5.4).
 */
function topicOf({ conversation }: ClaimedPush): string {
  return createHash("sha256").update(conversation).digest("base64url").slice(0, 32);
}
