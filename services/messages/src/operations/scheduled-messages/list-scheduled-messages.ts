import type { listScheduledMessages as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { presentScheduled } from "../../present/scheduled-message.ts";
import { listScheduled } from "../../queries/scheduled-messages/scheduled-messages.ts";

/** Lists the caller's scheduled messages, soonest first (docs/behaviour/drafts-and-scheduled.md#scheduled-messages). */
export async function listScheduledMessages(
  ctx: Context,
  { realm, userId }: Caller,
): Promise<OutputOf<typeof contract>> {
  const owner = { realmId: realm.id, userId, isReminder: false };
  const rows = await listScheduled(ctx.db, owner);
  return { scheduled_messages: rows.map(presentScheduled) };
}
