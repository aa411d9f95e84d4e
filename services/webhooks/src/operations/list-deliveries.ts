import type {
  DeliveryObject,
  InputOf,
  listDeliveries as contract,
  OutputOf,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { OperationContext } from "../context.ts";
import { administeredBot } from "../policies/administered-bot.ts";
import { listOfBot, type LoggedDelivery } from "../queries/delivery-log.ts";

/**
 * Lists a bot's deliveries, the newest first, with those of all messages that were sent before.
 * @throws BAD_REQUEST, SERVICE_UNAVAILABLE
 */
export async function listDeliveries(
  ctx: OperationContext,
  caller: Caller,
  { bot_id: botId, before, limit, state }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  administeredBot(await ctx.users.atLeast(realmId, caller.usersVersion), caller, botId);
  await ctx.deliveriesCurrent(realmId);
  const page = { realmId, botId, state, before, limit: limit + 1 };
  const found = await listOfBot(ctx.db, page);
  return {
    deliveries: found.slice(0, limit).map((delivery) => present(delivery)),
    found_oldest: found.length <= limit,
  };
}

function present(delivery: LoggedDelivery): DeliveryObject {
  const { createdAt, finishedAt, nextAttemptAt } = delivery;
  return {
    id: delivery.id,
    message_id: delivery.messageId,
    trigger: delivery.trigger,
    state: delivery.state,
    attempts: delivery.attempts,
    response_status: delivery.lastStatus,
    error: delivery.lastError,
    created_at: seconds(createdAt),
    next_attempt_at: finishedAt === null ? seconds(nextAttemptAt) : null,
    finished_at: finishedAt === null ? null : seconds(finishedAt),
  };
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
