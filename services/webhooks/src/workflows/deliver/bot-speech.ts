import { postReply, type ReplyTarget, type WideMessage } from "@team-chat/contract";
import { AppError, errorCodes } from "@team-chat/errors";

import type { WebhooksContext } from "../../context.ts";
import type { Delivery } from "../../queries/deliveries.ts";
import type { BotInRealm } from "./owner-notice.ts";

/** Something that a bot says. */
export interface Post {
  readonly to: ReplyTarget;
  readonly content: string;
  readonly widgetContent?: string | null;
  readonly key: string;
}

/**
 * Returns the key by which `messages` knows the answer: equal for every try, another one when the owner has the
 * delivery made again.
 */
export function keyOf({ id, round }: Delivery): string {
  return round === 0 ? `webhook-${id}` : `webhook-${id}-${round}`;
}

/** Posts it as the bot, once for each key. Rejects with what `messages` answers. */
export function send(
  ctx: WebhooksContext,
  message: Post,
  { bot, realm }: BotInRealm,
): Promise<unknown> {
  return ctx.messages.call(
    postReply,
    { kind: "service", name: "webhooks" },
    { realmId: realm.id, botId: bot.id, ...message },
    { realmId: realm.id },
  );
}

/** Why the message may never be posted; null when it was. Rejects when a later try may go better. */
export async function refusalOf(posted: Promise<unknown>): Promise<string | null> {
  try {
    await posted;
    return null;
  } catch (error) {
    if (error instanceof AppError && !mayGoBetter(error)) return error.message;
    throw error;
  }
}

function mayGoBetter({ code }: AppError): boolean {
  return code === "INTERNAL_ERROR" || "retryable" in errorCodes[code];
}

/** Returns the conversation of the message that the delivery is about. */
export function conversationOf(delivery: Delivery): ReplyTarget {
  const message = JSON.parse(delivery.message) as WideMessage;
  if (typeof message.display_recipient !== "string")
    return { kind: "direct", userIds: message.display_recipient.map(({ id }) => id) };
  return { kind: "channel", channelId: message.stream_id ?? 0, topic: message.subject };
}
