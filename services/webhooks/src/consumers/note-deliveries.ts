import {
  type Bundle,
  type DomainEvent,
  messageFacts,
  type UserRecord,
  type WideMessage,
  wideMessage,
} from "@team-chat/contract";
import { currentScope, isTracing, traceparentOf } from "@team-chat/telemetry";

import type { WebhooksContext } from "../context.ts";
import { insertDeliveries, type NewDelivery } from "../queries/deliveries.ts";
import { endsFrom } from "../workflows/deliver/schedule.ts";

/**
 * Notes a delivery for every bot with a webhook that a message of a human mentions or directly reaches
 * (docs/behaviour/webhooks.md#what-calls-a-bot). Resolves to whether there may be any to work off.
 */
export async function noteDeliveries(ctx: WebhooksContext, bundle: Bundle): Promise<boolean> {
  const candidates = bundle.events.flatMap((event) => candidatesOf(event));
  if (candidates.length === 0) return false;
  const scope = currentScope();
  const directory = await ctx.users.current(bundle.realm);
  const deliveries = candidates.flatMap(({ message, trigger, userIds }) =>
    userIds
      .map((userId) => directory.users.get(userId))
      .filter(
        (user): user is UserRecord =>
          user?.isBot === true && user.isActive && user.webhook !== null,
      )
      .map((bot): NewDelivery => ({
        realmId: bundle.realm,
        botId: bot.id,
        messageId: message.id,
        trigger,
        message: JSON.stringify(message),
        traceparent: isTracing() && scope !== undefined ? traceparentOf(scope) : null,
      })),
  );
  if (deliveries.length === 0) return false;
  const now = ctx.now();
  await insertDeliveries(ctx.db, deliveries, {
    now: new Date(now),
    ...endsFrom(now),
    perMinute: directory.realm?.quotas?.deliveriesPerMinute ?? null,
  });
  return true;
}

interface Candidate {
  readonly message: WideMessage;
  readonly trigger: NewDelivery["trigger"];
  readonly userIds: readonly number[];
}

function candidatesOf(event: DomainEvent): readonly Candidate[] {
  if (event.event.type !== "message") return [];
  const { mentionedUserIds, senderIsBot } = messageFacts.parse(event.internal);
  const written = event.event["message"] as WideMessage;
  const isInChannel = typeof written.display_recipient === "string";
  // Most messages end here: nothing of them is looked at while everybody else hears of them.
  if (senderIsBot || (isInChannel && mentionedUserIds.length === 0)) return [];
  const message = wideMessage.parse(written);
  if (typeof message.display_recipient !== "string") {
    return [
      {
        message,
        trigger: "direct_message",
        userIds: message.display_recipient.map(({ id }) => id),
      },
    ];
  }
  return [{ message, trigger: "mention", userIds: mentionedUserIds }];
}
