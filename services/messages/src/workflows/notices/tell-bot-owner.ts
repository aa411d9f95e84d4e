import type { ChannelRecord } from "@team-chat/contract";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import type { ChannelReference } from "../../policies/channel-reference.ts";
import { directTarget } from "../../sending/target.ts";
import { sendAsBot } from "../sending/send-as-bot.ts";
import { findNotificationBot, noticeClient } from "./notification-bot.ts";

const fiveMinutesMs = 300_000;

/** A bot's attempt to write where nobody reads it. */
export type LostMessage =
  | { readonly missing: ChannelReference }
  | { readonly unread: ChannelRecord };

/**
 * Tells the owner of the bot that sends, once in each five minutes of the clock
 * (docs/behaviour/messages.md#notices-to-bot-owners). @throws SERVICE_UNAVAILABLE
 */
export async function tellBotOwner(
  ctx: Context,
  realm: RealmView,
  lost: LostMessage,
): Promise<void> {
  const { actor, users } = realm;
  const owner = users.users.get(actor.botOwnerId ?? 0);
  const bot = findNotificationBot(users);
  if (!actor.isBot || !owner?.isActive || !bot) return;
  await sendAsBot(
    ctx,
    { ...realm, actor: bot },
    {
      target: directTarget(bot, [owner]),
      content: `Your bot \`${actor.deliveryEmail}\` tried to send a message to channel ${describe(lost)}`,
      payerId: actor.id,
      client: noticeClient,
      idempotencyKey: `lost-message-${actor.id}-${Math.floor(ctx.now() / fiveMinutesMs)}`,
    },
  );
}

function describe(lost: LostMessage): string {
  if ("unread" in lost)
    return `#**${lost.unread.name}**. The channel exists but does not have any subscribers.`;
  if ("id" in lost.missing) return `ID ${lost.missing.id}, but there is no channel with that ID.`;
  const { name } = lost.missing;
  return `#**${name}**, but that channel does not exist. Click [here](#channels/new) to create it.`;
}
