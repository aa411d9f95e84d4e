import type { WebhooksContext } from "../context.ts";
import type { Delivery } from "../queries/deliveries.ts";
import { callerOf, postReply } from "./post-reply.ts";
import { postToBot } from "./post-to-bot.ts";
import { waitAfter } from "./schedule.ts";

/** How soon a delivery that could not even be begun is looked at again. */
const soonMs = 5000;

/** Takes the next step of a claimed delivery and resolves to what is to be recorded; never rejects. */
export async function advance(ctx: WebhooksContext, delivery: Delivery): Promise<Delivery> {
  const directory = await ctx.users.current(delivery.realmId).catch((error: unknown) => {
    ctx.log.warn({ err: error, delivery: delivery.id }, "users cannot be asked");
    return null;
  });
  if (!directory) return notBegun(ctx, delivery);
  const bot = directory.users.get(delivery.botId);
  const caller = bot && callerOf(bot, directory);
  if (!caller || !bot.isActive || directory.realm?.deactivated !== false)
    return { ...delivery, state: "failed", lastError: "The bot is gone." };
  try {
    const { reply } = delivery;
    return delivery.state === "replying" && reply !== null
      ? await postReply(ctx, { ...delivery, reply }, caller)
      : await postToBot(ctx, delivery, bot);
  } catch (error) {
    ctx.log.error({ err: error, delivery: delivery.id }, "delivery failed unexpectedly");
    return broken(ctx, delivery);
  }
}

/** Nobody was asked anything, so the try does not count. */
function notBegun(ctx: WebhooksContext, delivery: Delivery): Delivery {
  const replying = delivery.state === "replying" ? 1 : 0;
  return {
    ...delivery,
    attempts: delivery.attempts - 1 + replying,
    replyAttempts: delivery.replyAttempts - replying,
    nextAttemptAt: new Date(ctx.now() + soonMs),
  };
}

function broken(ctx: WebhooksContext, delivery: Delivery): Delivery {
  const tries = delivery.state === "replying" ? delivery.replyAttempts : delivery.attempts;
  const wait = waitAfter(tries, ctx.random);
  const lastError = "Internal error";
  if (wait === null) return { ...delivery, state: "failed", lastError };
  return { ...delivery, lastError, nextAttemptAt: new Date(ctx.now() + wait) };
}
