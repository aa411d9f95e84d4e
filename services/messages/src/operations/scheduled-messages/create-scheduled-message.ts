import type { createScheduledMessage as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkDeliveryTime } from "../../policies/delivery-time.ts";
import { scheduledAdded } from "../../present/scheduled-events.ts";
import {
  countScheduled,
  insertScheduled,
} from "../../queries/scheduled-messages/scheduled-messages.ts";
import { readsOwn } from "../../sending/draft.ts";
import { loadDraft } from "../../sending/load.ts";
import { resolveTarget } from "../../sending/target.ts";
import { storedTarget } from "../../workflows/scheduling/scheduled-target.ts";

/**
 * Keeps a message until its time (docs/behaviour/drafts-and-scheduled.md#scheduled-messages); it must be one that could
 * be sent now.
 */
export async function createScheduledMessage(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const { realmId, actor } = realm;
  checkDeliveryTime(input.scheduled_delivery_timestamp, ctx.now());
  const { client } = caller;
  const { content, rendered, target } = await loadDraft(ctx, realm, {
    findTarget: (current) => resolveTarget({ ...input, to: JSON.stringify(input.to) }, current),
    content: input.content,
    client,
  });
  const id = await ctx.outbox.transaction(realmId, async (tx, emit) => {
    const kept = await countScheduled(tx, { realmId, userId: actor.id, isReminder: false });
    checkRoom("scheduledOfUser", kept);
    const row = await insertScheduled(tx, {
      realmId,
      userId: actor.id,
      ...storedTarget(target, actor.id),
      content,
      renderedContent: rendered.html,
      client,
      readBySender: input.read_by_sender ?? readsOwn(client),
      deliverAt: input.scheduled_delivery_timestamp,
      reminderOf: null,
    });
    emit(scheduledAdded(row));
    return row.id;
  });
  return { scheduled_message_id: id };
}
