import type { InputOf, OutputOf, updateScheduledMessage as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkDeliveryTime } from "../../policies/delivery-time.ts";
import { scheduledUpdated } from "../../present/scheduled-events.ts";
import {
  findScheduled,
  type ScheduledRow,
  updateScheduled,
} from "../../queries/scheduled-messages/scheduled-messages.ts";
import { loadDraft } from "../../sending/load.ts";
import { resolveTarget, type Target } from "../../sending/target.ts";
import { storedTarget, targetOf } from "../../workflows/scheduling/scheduled-target.ts";

type Input = InputOf<typeof contract>;

/** Changes a scheduled message of the caller's (docs/behaviour/drafts-and-scheduled.md#scheduled-messages). */
export async function updateScheduledMessage(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  checkCombination(input);
  const realm = await loadRealm(ctx, caller);
  const { realmId, actor } = realm;
  const ref = { realmId, userId: actor.id, id: input.scheduled_message_id, isReminder: false };
  const row = await findScheduled(ctx.db, ref);
  if (!row) throw new AppError("RESOURCE_NOT_FOUND", "Scheduled message does not exist");
  const deliverAt = input.scheduled_delivery_timestamp ?? row.deliverAt;
  checkDeliveryTime(deliverAt, ctx.now());
  const { content, rendered, target } = await loadDraft(ctx, realm, {
    findTarget: (current) => newTarget(row, input, current),
    content: input.content ?? row.content,
    client: row.client,
  });
  const renderedContent = rendered.html;
  const changed = {
    ...row,
    ...storedTarget(target, actor.id),
    content,
    renderedContent,
    deliverAt,
  };
  await ctx.outbox.transaction(realmId, async (tx, emit) => {
    const updated = await updateScheduled(tx, changed);
    if (!updated) throw refused("Scheduled message was already sent");
    emit(scheduledUpdated(updated));
  });
  return {};
}

function checkCombination({ type, to, topic, ...rest }: Input): void {
  const { content, scheduled_delivery_timestamp: time } = rest;
  if ([type, to, topic, content, time].every((value) => value === undefined))
    throw refused("Nothing to change");
  if (type === undefined) return;
  if (to === undefined)
    throw refused("Recipient required when updating type of scheduled message.");
  if ((type === "channel" || type === "stream") && topic === undefined)
    throw refused("Topic required when updating scheduled message type to channel.");
}

function newTarget(row: ScheduledRow, { type, to, topic }: Input, realm: RealmView): Target {
  const isChannel = row.channelId !== null;
  if (to === undefined)
    return targetOf(isChannel && topic !== undefined ? { ...row, topic } : row, realm);
  const kind = type ?? (isChannel ? "channel" : "direct");
  const given = { type: kind, to: JSON.stringify(to), topic: topic ?? row.topic };
  return resolveTarget(given, realm);
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
