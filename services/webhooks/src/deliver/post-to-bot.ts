import type { UserRecord } from "@team-chat/contract";

import type { WebhooksContext } from "../context.ts";
import type { Delivery } from "../queries/deliveries.ts";
import { readBotAnswer } from "./bot-answer.ts";
import { callBot } from "./call-bot.ts";
import { payloadOf } from "./payload.ts";
import { waitAfter } from "./schedule.ts";
import { TargetRefused } from "./target-guard.ts";

const unavailable = "Failure! Bot is unavailable";

/** Posts a delivery to the bot's server; whatever the server does, it resolves to how the delivery goes on. */
export async function postToBot(
  ctx: WebhooksContext,
  delivery: Delivery,
  bot: UserRecord,
): Promise<Delivery> {
  const { webhook } = bot;
  if (!webhook || !bot.isActive)
    return { ...delivery, state: "failed", lastError: "The bot has no webhook any more." };
  const call = {
    url: webhook.url,
    body: payloadOf(delivery, bot, webhook.token),
    webhookId: `${delivery.realmId}-${delivery.id}`,
  };
  try {
    const { status, text } = await callBot(ctx, call);
    const answered: Delivery = { ...delivery, lastStatus: status, lastError: null };
    if (status >= 200 && status < 300) return afterAnswer(answered, text);
    const problem = `Third party responded with ${status}`;
    return status >= 500 || status === 429
      ? later(ctx, answered, problem)
      : says(answered, `Failure! ${problem}`, problem);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const unanswered: Delivery = { ...delivery, lastStatus: null };
    return isHopeless(error)
      ? says(unanswered, unavailable, problem)
      : later(ctx, unanswered, problem);
  }
}

function afterAnswer(delivery: Delivery, text: string | null): Delivery {
  const answer = text === null ? { problem: "Response is too large" } : readBotAnswer(text);
  if ("problem" in answer) return says(delivery, `Failure! ${answer.problem}`, answer.problem);
  return answer.reply === null
    ? { ...delivery, state: "done" }
    : says(delivery, answer.reply, null);
}

/** The bot says this in the conversation, which is due at once. */
function says(delivery: Delivery, reply: string, lastError: string | null): Delivery {
  return { ...delivery, state: "replying", reply, lastError };
}

/** Another try later, or after the last one the failure as the bot's message (reference/behaviour.md §17). */
function later(ctx: WebhooksContext, delivery: Delivery, lastError: string): Delivery {
  const wait = waitAfter(delivery.attempts, ctx.random);
  if (wait === null) return says(delivery, unavailable, lastError);
  return { ...delivery, lastError, nextAttemptAt: new Date(ctx.now() + wait) };
}

/** What `request` throws for text that is no HTTP address. */
const noAddress: readonly unknown[] = ["ERR_INVALID_URL", "UND_ERR_INVALID_ARG"];

/** Whether trying again cannot help. */
function isHopeless(error: unknown): boolean {
  if (error instanceof TargetRefused) return true;
  return error instanceof Error && "code" in error && noAddress.includes(error.code);
}
