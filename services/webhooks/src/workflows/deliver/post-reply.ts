import { postNotice } from "@team-chat/contract";

import type { WebhooksContext } from "../../context.ts";
import type { Delivery } from "../../queries/deliveries.ts";
import { conversationOf, keyOf, type Post, refusalOf, send } from "./bot-speech.ts";
import { ownerNotice, type BotInRealm } from "./owner-notice.ts";
import { waitAfter } from "./schedule.ts";

/**
 * Posts what the bot has to say where its message came from and, about failures, to its owner; each once however often
 * it is tried.
 */
export async function postReply(
  ctx: WebhooksContext,
  delivery: Delivery & { readonly reply: string },
  sender: BotInRealm,
): Promise<Delivery> {
  const post = (message: Post) => refusalOf(send(ctx, message, sender));
  try {
    const spoken = await postTexts(delivery, post);
    const { botOwnerId } = sender.bot;
    if (spoken.tellsOwner && botOwnerId !== null) {
      const content = ownerNotice(spoken, sender);
      await refusalOf(tell(ctx, { userId: botOwnerId, content, key: keyOf(delivery) }, sender));
    }
    return { ...spoken, state: spoken.failure === null ? "done" : "failed" };
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    const wait = waitAfter(delivery.replyAttempts, ctx.random);
    if (wait === null) return { ...delivery, state: "failed", lastError };
    return { ...delivery, lastError, nextAttemptAt: new Date(ctx.now() + wait) };
  }
}

/**
 * Says it in the conversation or, when that refuses it, why; whether it refuses that too, only the row and the owner
 * know.
 */
async function postTexts(
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

interface Telling {
  readonly userId: number;
  readonly content: string;
  readonly key: string;
}

function tell(ctx: WebhooksContext, telling: Telling, { realm }: BotInRealm): Promise<unknown> {
  const { content, key, userId } = telling;
  return ctx.messages.call(
    postNotice,
    { kind: "service", name: "webhooks" },
    { realmId: realm.id, to: { kind: "users", userIds: [userId] }, content, key },
    { realmId: realm.id },
  );
}
