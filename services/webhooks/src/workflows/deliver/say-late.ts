import type { WebhooksContext } from "../../context.ts";
import type { Delivery } from "../../queries/deliveries.ts";
import { conversationOf, keyOf, refusalOf, send } from "./bot-speech.ts";
import type { BotInRealm } from "./owner-notice.ts";

/** Delay before the notice is tried again while `messages` does not answer. */
const againMs = 5000;

/** Notice in the conversation about a bot that does not answer. */
export const lateNotice =
  "Bot is not answering. It will be tried again, and what it answers will come here.";

/**
 * Tells the conversation, once for each round of a delivery, that its bot does not answer and will be tried again. A
 * conversation that refuses it is not asked again; when the tries are due stays as it is.
 */
export async function sayLate(
  ctx: WebhooksContext,
  delivery: Delivery,
  sender: BotInRealm,
): Promise<Delivery> {
  const key = `${keyOf(delivery)}-late`;
  const message = { to: conversationOf(delivery), content: lateNotice, key };
  try {
    const refusal = await refusalOf(send(ctx, message, sender));
    if (refusal !== null)
      ctx.log.info({ delivery: delivery.id }, "a notice of a late bot was refused");
    return { ...delivery, lateAt: null };
  } catch (error) {
    ctx.log.warn(
      { err: error, delivery: delivery.id },
      "a notice of a late bot could not be posted",
    );
    return { ...delivery, lateAt: new Date(ctx.now() + againMs) };
  }
}
