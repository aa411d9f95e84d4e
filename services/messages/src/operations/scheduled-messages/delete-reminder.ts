import type { deleteReminder as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { scheduledRemoved } from "../../present/scheduled-events.ts";
import { deleteScheduled } from "../../queries/scheduled-messages/scheduled-messages.ts";

/** Deletes a reminder of the caller's (docs/behaviour/drafts-and-scheduled.md#reminders). */
export async function deleteReminder(
  ctx: Context,
  caller: Caller,
  { reminder_id: id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const ref = { realmId: caller.realm.id, userId: caller.userId, id, isReminder: true };
  await ctx.outbox.transaction(ref.realmId, async (tx, emit) => {
    if (!(await deleteScheduled(tx, ref)))
      throw new AppError("RESOURCE_NOT_FOUND", "Reminder does not exist");
    emit(scheduledRemoved(ref));
  });
  return {};
}
