import type { UserRecord } from "@team-chat/contract";

import type { Context } from "../context.ts";
import { loadWorld, type RealmWorld } from "../directories/realm-world.ts";
import { findNotificationBot, noticeClient } from "../notices/notification-bot.ts";
import { scheduledUpdated } from "../present/scheduled-events.ts";
import { failScheduled, type ScheduledRow } from "../queries/scheduled-messages.ts";
import { composeFreely } from "../sending/compose-message.ts";
import { writeMessageWithin } from "../sending/write-message.ts";
import { reminderTarget } from "./scheduled-target.ts";

/** Keeps what could not be sent as failed, and tells its sender why, in one transaction. */
export async function giveUp(ctx: Context, row: ScheduledRow, why: string): Promise<void> {
  const { realmId, userId } = row;
  const world = await loadWorld(ctx, { realm: { id: realmId }, userId, usersVersion: 0 });
  const bot = speakerTo(world);
  const botWorld = { ...world, actor: bot ?? world.actor };
  const notice = bot && (await writeNotice(ctx, botWorld, { row, why }));
  await ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      const failed = await failScheduled(tx, row, why);
      if (!failed || failed.reminderOf !== null) return;
      emit(scheduledUpdated(failed));
      if (notice) await writeMessageWithin({ ctx, tx, emit }, botWorld, notice);
    },
    { gateFirst: true },
  );
}

/** The bot that may still tell the sender something; undefined when nobody may. */
function speakerTo({ actor, users }: RealmWorld): UserRecord | undefined {
  if (!actor.isActive || users.realm?.deactivated === true) return undefined;
  return findNotificationBot(users);
}

async function writeNotice(
  ctx: Context,
  botWorld: RealmWorld,
  { row, why }: { readonly row: ScheduledRow; readonly why: string },
) {
  const when = new Date(row.deliverAt * 1000).toISOString();
  const content = `The message you scheduled for <time:${when}> was not sent because of the following error:\n\n> ${why}\n\n[View scheduled messages](#scheduled)`;
  const target = reminderTarget(botWorld, row.userId);
  const composed = await composeFreely(ctx, botWorld, { target, content, payerId: row.userId });
  const how = { client: noticeClient, readBySender: false, idempotencyKey: null, origin: null };
  return { ...composed, ...how };
}
