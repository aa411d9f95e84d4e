import { randomUUID } from "node:crypto";

import type { InputOf, OutputOf, reportMessage as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadAccessible } from "../../loading/load-accessible.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { realmSetting } from "../../policies/realm-setting.ts";
import { findNotificationBot, noticeClient } from "../../workflows/notices/notification-bot.ts";
import { reportTopic, writeReport } from "../../workflows/notices/report-text.ts";
import { sendAsBot } from "../../workflows/sending/send-as-bot.ts";

/** Tells the moderators about a message (docs/behaviour/messages.md#reporting-messages). */
export async function reportMessage(
  ctx: Context,
  caller: Caller,
  { message_id: id, report_type: type, description = "" }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const { users, channels } = realm;
  const channel = channels.channels.get(realmSetting("moderation_request_channel_id", users));
  const bot = findNotificationBot(users);
  if (!channel || channel.isArchived || !bot)
    throw refused("Moderation request channel must be specified to enable message reporting.");
  if (type === "other" && description.trim() === "")
    throw refused("An explanation must be provided.");
  const [message] = await loadAccessible(ctx.db, realm, [id]);
  const report = { reporter: realm.actor, message, type, description: description.trim() };
  await sendAsBot(
    ctx,
    { ...realm, actor: bot },
    {
      target: { kind: "channel", channel, topic: reportTopic(users.users.get(message.senderId)) },
      content: writeReport(report, realm),
      payerId: realm.actor.id,
      client: noticeClient,
      idempotencyKey: `report-${randomUUID()}`,
    },
  );
  return {};
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
