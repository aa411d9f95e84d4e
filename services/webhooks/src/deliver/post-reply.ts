import {
  postNotice,
  postReply as contract,
  type ReplyTarget,
  type WideMessage,
} from "@team-chat/contract";
import { AppError, errorCodes } from "@team-chat/errors";

import type { WebhooksContext } from "../context.ts";
import type { Delivery } from "../queries/deliveries.ts";
import { ownerNotice, type Speaker } from "./owner-notice.ts";
import { waitAfter } from "./schedule.ts";

interface Post {
  readonly to: ReplyTarget;
  readonly content: string;
  readonly widgetContent?: string | null;
  readonly key: string;
}

/** Posts what the bot has to say where its message came from and, about failures, to its owner; each once however often it is tried. */
export async function postReply(
  ctx: WebhooksContext,
  delivery: Delivery & { readonly reply: string },
  speaker: Speaker,
): Promise<Delivery> {
  const post = (message: Post) => refusalOf(send(ctx, message, speaker));
  try {
    const spoken = await speak(delivery, post);
    const { botOwnerId } = speaker.bot;
    if (spoken.tellsOwner && botOwnerId !== null) {
      const content = ownerNotice(spoken, speaker);
      await refusalOf(tell(ctx, { userId: botOwnerId, content, key: keyOf(delivery) }, speaker));
    }
    return { ...spoken, state: spoken.failure === null ? "done" : "failed" };
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    const wait = waitAfter(delivery.replyAttempts, ctx.random);
    if (wait === null) return { ...delivery, state: "failed", lastError };
    return { ...delivery, lastError, nextAttemptAt: new Date(ctx.now() + wait) };
  }
}

/** Says it in the conversation or, when that refuses it, why; whether it refuses that too, only the row and the owner know. */
async function speak(
  delivery: Delivery & { readonly reply: string },
  post: (message: Post) => Promise<string | null>,
): Promise<Delivery> {
  const to = conversationOf(delivery);
  const key = keyOf(delivery);
  const refusal = await post({
    to,
    content: delivery.reply,
    widgetContent: delivery.replyWidget,
    key,
  });
  if (refusal === null) return { ...delivery, lastError: delivery.failure };
  await post({ to, content: `Failure! ${refusal}`, key: `${key}-failure` });
  const failure = delivery.failure ?? refusal;
  return { ...delivery, failure, lastError: failure, tellsOwner: true };
}

/** The same for every try, another one when the owner has the delivery made again. */
function keyOf({ id, round }: Delivery): string {
  return round === 0 ? `webhook-${id}` : `webhook-${id}-${round}`;
}

function send(ctx: WebhooksContext, message: Post, { bot, realm }: Speaker): Promise<unknown> {
  return ctx.messages.call(
    contract,
    { kind: "service", name: "webhooks" },
    { realmId: realm.id, botId: bot.id, ...message },
    { realmId: realm.id },
  );
}

interface Telling {
  readonly userId: number;
  readonly content: string;
  readonly key: string;
}

function tell(ctx: WebhooksContext, telling: Telling, { realm }: Speaker): Promise<unknown> {
  const { content, key, userId } = telling;
  return ctx.messages.call(
    postNotice,
    { kind: "service", name: "webhooks" },
    { realmId: realm.id, to: { kind: "users", userIds: [userId] }, content, key },
    { realmId: realm.id },
  );
}

/** Why the message may never be posted; null when it was. Rejects when a later try may go better. */
async function refusalOf(posted: Promise<unknown>): Promise<string | null> {
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

function conversationOf(delivery: Delivery): ReplyTarget {
  const message = JSON.parse(delivery.message) as WideMessage;
  if (typeof message.display_recipient !== "string")
    return { kind: "direct", userIds: message.display_recipient.map(({ id }) => id) };
  return { kind: "channel", channelId: message.stream_id ?? 0, topic: message.subject };
}
