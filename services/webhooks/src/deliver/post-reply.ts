import { sendMessage, type UserRecord, type WideMessage } from "@team-chat/contract";
import { AppError, errorCodes } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import type { UserDirectory } from "@team-chat/projection";

import type { WebhooksContext } from "../context.ts";
import type { Delivery } from "../queries/deliveries.ts";
import { waitAfter } from "./schedule.ts";

/** Client name of the messages that bots answer with (reference/behaviour.md §17). */
const client = "OutgoingWebhookResponse";

/** Posts the bot's answer to the conversation its message came from, once however often it is tried. */
export async function postReply(
  ctx: WebhooksContext,
  delivery: Delivery & { readonly reply: string },
  caller: Caller,
): Promise<Delivery> {
  const post = (content: string, key: string) =>
    ctx.messages.request(
      sendMessage,
      caller,
      { ...addressOf(delivery), content },
      { realmId: caller.realm.id, headers: { "idempotency-key": key } },
    );
  const key = `webhook-${delivery.id}`;
  try {
    const refusal = await refusalOf(post(delivery.reply, key));
    if (refusal === null) return { ...delivery, state: "done" };
    // The conversation hears of it unless it refuses that too.
    await refusalOf(post(`Failure! ${refusal}`, `${key}-failure`));
    return { ...delivery, state: "failed", lastError: refusal };
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    const wait = waitAfter(delivery.replyAttempts, ctx.random);
    if (wait === null) return { ...delivery, state: "failed", lastError };
    return { ...delivery, lastError, nextAttemptAt: new Date(ctx.now() + wait) };
  }
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

function addressOf(delivery: Delivery) {
  const message = JSON.parse(delivery.message) as WideMessage;
  if (typeof message.display_recipient !== "string") {
    return {
      type: "direct",
      to: JSON.stringify(message.display_recipient.map(({ id }) => id)),
    } as const;
  }
  return { type: "channel", to: String(message.stream_id), topic: message.subject } as const;
}

/** The bot as the sender of its answers. */
export function callerOf(bot: UserRecord, directory: UserDirectory): Caller | null {
  const { realm } = directory;
  if (!realm) return null;
  return {
    kind: "user",
    realm: { id: realm.id, subdomain: realm.subdomain, url: realm.url },
    userId: bot.id,
    role: bot.role,
    isBot: true,
    client,
    usersVersion: directory.version,
  };
}
