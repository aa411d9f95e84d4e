import type { DeliveryKind } from "@team-chat/delivery";
import { describeSpan } from "@team-chat/telemetry";

import type { WebhooksContext } from "../../context.ts";
import { type Busy, claimDue, claimLate, renewClaims } from "../../queries/claims.ts";
import type { ClaimedDelivery } from "../../queries/deliveries.ts";
import { advance } from "./advance.ts";
import { record } from "./record.ts";

/** Describes to a worker how deliveries to bots are made (docs/subsystems/webhooks.md#the-life-of-a-delivery). */
export function botDeliveries(ctx: WebhooksContext): DeliveryKind<ClaimedDelivery> {
  return {
    name: "deliver to bot",
    claim: async ({ running, limit, ...claim }) => {
      const late = await claimLate(ctx.db, { ...claim, limit });
      const busy = busyBots(running);
      const due = await claimDue(ctx.db, { ...claim, limit: limit - late.length, busy });
      return [...late, ...due];
    },
    renew: (deliveries, claim) => renewClaims(ctx.db, deliveries, claim),
    step: (delivery) => takeStep(ctx, delivery),
  };
}

async function takeStep(ctx: WebhooksContext, delivery: ClaimedDelivery): Promise<string> {
  const step = await advance(ctx, delivery);
  await record(ctx, delivery, step);
  const { attempts, botId, id, lastStatus, realmId, state } = step.next;
  const status = { "http.response.status_code": lastStatus ?? 0 };
  describeSpan({ realm: realmId, bot: botId, state, ...status });
  ctx.log.info(
    { realm: realmId, delivery: id, botId, attempts, status: lastStatus, state },
    "a delivery to a bot was tried",
  );
  return state;
}

/** Counts the calls under way for each bot. */
function busyBots(running: readonly ClaimedDelivery[]): readonly Busy[] {
  const byBot = new Map<string, Busy>();
  for (const { realmId, botId, isLate } of running) {
    if (isLate) continue;
    const key = `${realmId} ${botId}`;
    byBot.set(key, { realmId, botId, calls: (byBot.get(key)?.calls ?? 0) + 1 });
  }
  return [...byBot.values()];
}
