import type { deleteScheduledMessage as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { scheduledRemoved } from "../../present/scheduled-events.ts";
import { deleteScheduled } from "../../queries/scheduled-messages/scheduled-messages.ts";

/** Deletes a scheduled message of the caller's (docs/behaviour/drafts-and-scheduled.md#scheduled-messages). */
export async function deleteScheduledMessage(
  ctx: Context,
  caller: Caller,
  { scheduled_message_id: id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const ref = { realmId: caller.realm.id, userId: caller.userId, id, isReminder: false };
  await ctx.outbox.transaction(ref.realmId, async (tx, emit) => {
    if (!(await deleteScheduled(tx, ref)))
      throw new AppError("RESOURCE_NOT_FOUND", "Scheduled message does not exist");
    emit(scheduledRemoved(ref));
  });
  return {};
}
