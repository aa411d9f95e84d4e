import type { listReminders as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { presentReminder } from "../../present/scheduled-message.ts";
import { listScheduled } from "../../queries/scheduled-messages/scheduled-messages.ts";

/** Lists the caller's reminders, soonest first (docs/behaviour/drafts-and-scheduled.md#reminders). */
export async function listReminders(
  ctx: Context,
  { realm, userId }: Caller,
): Promise<OutputOf<typeof contract>> {
  const owner = { realmId: realm.id, userId, isReminder: true };
  const rows = await listScheduled(ctx.db, owner);
  return { reminders: rows.map(presentReminder) };
}
