import type { createReminder as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { loadAccessible } from "../../loading/load-accessible.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkDeliveryTime } from "../../policies/delivery-time.ts";
import { scheduledAdded } from "../../present/scheduled-events.ts";
import {
  countScheduled,
  insertScheduled,
} from "../../queries/scheduled-messages/scheduled-messages.ts";
import { loadUncheckedDraft } from "../../sending/load-unchecked.ts";
import { findNotificationBot, noticeClient } from "../../workflows/notices/notification-bot.ts";
import { writeReminder } from "../../workflows/scheduling/reminder-text.ts";
import { reminderTarget } from "../../workflows/scheduling/scheduled-target.ts";

/** Lets the notification bot remind the caller of a message (docs/behaviour/drafts-and-scheduled.md#reminders). */
export async function createReminder(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const { realmId, actor } = realm;
  const deliverAt = input.scheduled_delivery_timestamp;
  checkDeliveryTime(deliverAt, ctx.now());
  const bot = findNotificationBot(realm.users);
  if (!bot) throw new AppError("BAD_REQUEST", "Nobody reminds in this organization.");
  const [message] = await loadAccessible(ctx.db, realm, [input.message_id]);
  const text = writeReminder(message, input.note?.trim() ?? "", realm);
  const botRealm = { ...realm, actor: bot };
  const target = reminderTarget(botRealm, actor.id);
  const reminder = { target, content: text, payerId: actor.id, client: noticeClient };
  const { content, rendered } = await loadUncheckedDraft(ctx, botRealm, reminder);
  const id = await ctx.outbox.transaction(realmId, async (tx, emit) => {
    const kept = await countScheduled(tx, { realmId, userId: actor.id, isReminder: true });
    checkRoom("remindersOfUser", kept);
    const row = await insertScheduled(tx, {
      realmId,
      userId: actor.id,
      channelId: null,
      recipients: [actor.id],
      topic: "",
      content,
      renderedContent: rendered.html,
      client: noticeClient,
      readBySender: false,
      deliverAt,
      reminderOf: message.id,
    });
    emit(scheduledAdded(row));
    return row.id;
  });
  return { reminder_id: id };
}
