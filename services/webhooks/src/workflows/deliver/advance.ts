import type { WebhooksContext } from "../../context.ts";
import type { ClaimedDelivery, Delivery } from "../../queries/deliveries.ts";
import { postReply } from "./post-reply.ts";
import { postToBot } from "./post-to-bot.ts";
import { sayLate } from "./say-late.ts";
import { waitAfter } from "./schedule.ts";
import type { Step } from "./step.ts";

/** Delay before a delivery that could not even be begun is tried again. */
const retryMs = 5000;

/** Takes the next step of a claimed delivery and resolves to what is to be recorded; never rejects. */
export async function advance(ctx: WebhooksContext, delivery: ClaimedDelivery): Promise<Step> {
  const directory = await ctx.users.current(delivery.realmId).catch((error: unknown) => {
    ctx.log.warn(
      { err: error, delivery: delivery.id },
      "the users service cannot be asked about a bot",
    );
    return null;
  });
  if (!directory) return { next: notBegun(ctx, delivery), finding: null };
  const bot = directory.users.get(delivery.botId);
  const { realm } = directory;
  if (!bot?.isActive || realm?.deactivated !== false)
    return { next: { ...delivery, state: "failed", lastError: "The bot is gone." }, finding: null };
  try {
    const { reply } = delivery;
    if (delivery.isLate)
      return { next: await sayLate(ctx, delivery, { bot, realm }), finding: null };
    return delivery.state === "replying" && reply !== null
      ? { next: await postReply(ctx, { ...delivery, reply }, { bot, realm }), finding: null }
      : await postToBot(ctx, delivery, { bot, directory });
  } catch (error) {
    ctx.log.error({ err: error, delivery: delivery.id }, "a delivery to a bot failed unexpectedly");
    return { next: broken(ctx, delivery), finding: null };
  }
}

/** Leaves the delivery as it was, since nobody was asked anything and the try does not count. */
function notBegun(ctx: WebhooksContext, delivery: ClaimedDelivery): Delivery {
  const retryAt = new Date(ctx.now() + retryMs);
  if (delivery.isLate) return { ...delivery, lateAt: retryAt };
  const replying = delivery.state === "replying" ? 1 : 0;
  return {
    ...delivery,
    attempts: delivery.attempts - 1 + replying,
    replyAttempts: delivery.replyAttempts - replying,
    nextAttemptAt: retryAt,
  };
}

function broken(ctx: WebhooksContext, delivery: ClaimedDelivery): Delivery {
  if (delivery.isLate) return { ...delivery, lateAt: null };
  const tries = delivery.state === "replying" ? delivery.replyAttempts : delivery.attempts;
  const wait = waitAfter(tries, ctx.random);
  const lastError = "Internal error";
  if (wait === null) return { ...delivery, state: "failed", lastError };
  return { ...delivery, lastError, nextAttemptAt: new Date(ctx.now() + wait) };
}
