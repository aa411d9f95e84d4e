import type { UserRecord } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";
import { TargetRefused } from "@team-chat/target-guard";

import type { WebhooksContext } from "../../context.ts";
import type { ClaimedDelivery, Delivery } from "../../queries/deliveries.ts";
import { readBotAnswer } from "./bot-answer.ts";
import { type BotResponse, callBot } from "./call-bot.ts";
import { genericPayload, slackInterface, slackPayload } from "./payload.ts";
import { waitAfter } from "./schedule.ts";
import { fails, says, type Step, unavailable } from "./step.ts";

type Webhook = NonNullable<UserRecord["webhook"]>;

const slackDirect = "Slack outgoing webhooks don't support direct messages.";

/** Posts a delivery to the bot's server; whatever the server does, it resolves to how the delivery goes on. */
export async function postToBot(
  ctx: WebhooksContext,
  delivery: ClaimedDelivery,
  { bot, directory }: { readonly bot: UserRecord; readonly directory: UserDirectory },
): Promise<Step> {
  const { webhook } = bot;
  if (!webhook)
    return quiet({ ...delivery, state: "failed", lastError: "The bot has no webhook any more." });
  const closed = closedBefore(ctx, delivery, webhook.url);
  if (closed) return quiet(closed);
  const payload =
    webhook.interface === slackInterface
      ? slackPayload(delivery, directory, webhook.token)
      : genericPayload(delivery, bot, webhook.token);
  if (!payload) return quiet(failed(delivery, slackDirect, `Failure! ${slackDirect}`));
  const webhookId = `${delivery.realmId}-${delivery.id}`;
  const { token, url } = webhook;
  try {
    const response = await callBot(ctx, { url, token, payload, webhookId });
    return afterResponse(ctx, { delivery, webhook, response });
  } catch (error) {
    return afterError(ctx, delivery, error);
  }
}

/**
 * Returns the step of a delivery that is closed without asking its server again; null when the server is to be asked.
 */
function closedBefore(
  ctx: WebhooksContext,
  delivery: ClaimedDelivery,
  url: string,
): Delivery | null {
  const untried = { ...delivery, attempts: delivery.attempts - 1 };
  if (delivery.goneUrl === url)
    return failed(untried, "The bot's address answered before that it is gone.", unavailable);
  if (ctx.now() < delivery.expiresAt.getTime()) return null;
  const problem = delivery.lastError ?? "The bot's server did not answer for three days.";
  return fails(untried, { problem, reply: unavailable, tellsOwner: true });
}

interface Answered {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
  readonly response: BotResponse;
}

function afterResponse(ctx: WebhooksContext, { delivery, webhook, response }: Answered): Step {
  const { status, text } = response;
  const answered: Delivery = {
    ...delivery,
    lastStatus: status,
    lastError: null,
    lastResponse: null,
  };
  if (status >= 200 && status < 300)
    return { next: afterSuccess(answered, text, webhook.interface), finding: { kind: "answered" } };
  const problem = `Third party responded with ${status}`;
  const refused = { ...answered, lastResponse: text };
  if (status >= 500 || status === 429)
    return later(ctx, refused, { problem, pauseMs: response.retryAfterMs });
  const next = fails(refused, { problem, reply: `Failure! ${problem}`, tellsOwner: true });
  if (status === 410) return { next, finding: { kind: "gone", url: webhook.url } };
  return { next, finding: { kind: "answered" } };
}

function afterSuccess(delivery: Delivery, text: string | null, kind: number): Delivery {
  const answer = text === null ? { problem: "Response is too large" } : readBotAnswer(text, kind);
  if ("problem" in answer) {
    const { problem } = answer;
    return fails(delivery, { problem, reply: `Failure! ${problem}`, tellsOwner: true });
  }
  return answer.reply === null
    ? { ...delivery, state: "done" }
    : says(delivery, answer.reply, answer.widget);
}

function afterError(ctx: WebhooksContext, delivery: Delivery, error: unknown): Step {
  const problem = error instanceof Error ? error.message : String(error);
  const unanswered: Delivery = { ...delivery, lastStatus: null, lastResponse: null };
  if (!isHopeless(error)) return later(ctx, unanswered, { problem, pauseMs: null });
  return quiet(fails(unanswered, { problem, reply: unavailable, tellsOwner: true }));
}

interface Trouble {
  readonly problem: string;
  /** Pause that the bot's server asked for, in ms; null when it asked for none. */
  readonly pauseMs: number | null;
}

/**
 * Plans another try later, of which the conversation is told if it was not before, or after the last one the failure as
 * the bot's message (docs/behaviour/webhooks.md#failures-of-calls).
 */
function later(ctx: WebhooksContext, delivery: Delivery, { pauseMs, problem }: Trouble): Step {
  const finding = { kind: "failed", pauseMs } as const;
  const wait = waitAfter(delivery.attempts, ctx.random);
  const at = ctx.now() + Math.max(wait ?? 0, pauseMs ?? 0);
  if (wait === null || at >= delivery.expiresAt.getTime())
    return { next: fails(delivery, { problem, reply: unavailable, tellsOwner: true }), finding };
  const lateAt = delivery.lateAt === null ? null : new Date(ctx.now());
  return {
    next: { ...delivery, lastError: problem, nextAttemptAt: new Date(at), lateAt },
    finding,
  };
}

/** Fails a delivery in a way that the owner cannot mend, or has been told of. */
function failed(delivery: Delivery, problem: string, reply: string): Delivery {
  return fails(delivery, { problem, reply, tellsOwner: false });
}

function quiet(next: Delivery): Step {
  return { next, finding: null };
}

/** Codes of the errors that `request` throws for text that is no HTTP address. */
const noAddress: readonly unknown[] = ["ERR_INVALID_URL", "UND_ERR_INVALID_ARG"];

/** Tells whether trying again cannot help. */
function isHopeless(error: unknown): boolean {
  if (error instanceof TargetRefused) return true;
  return error instanceof Error && "code" in error && noAddress.includes(error.code);
}
