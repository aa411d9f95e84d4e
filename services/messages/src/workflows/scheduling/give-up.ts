import type { UserRecord } from "@team-chat/contract";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { scheduledUpdated } from "../../present/scheduled-events.ts";
import {
  failScheduled,
  type ScheduledRow,
} from "../../queries/scheduled-messages/scheduled-messages.ts";
import type { Draft } from "../../sending/draft.ts";
import { loadUncheckedDraft } from "../../sending/load-unchecked.ts";
import { findNotificationBot, noticeClient } from "../notices/notification-bot.ts";
import { reminderTarget } from "./scheduled-target.ts";

/** Keeps what could not be sent as failed, and tells its sender why, in one transaction. */
export async function giveUp(ctx: Context, row: ScheduledRow, why: string): Promise<void> {
  const { realmId, userId } = row;
  const realm = await loadRealm(ctx, { realm: { id: realmId }, userId, usersVersion: 0 });
  const bot = botFor(realm);
  const notice = bot && (await loadNotice(ctx, { ...realm, actor: bot }, { row, why }));
  await ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      const failed = await failScheduled(tx, row, why);
      if (!failed || failed.reminderOf !== null) return;
      emit(scheduledUpdated(failed));
      if (notice) await ctx.writer.writeWithin({ tx, emit }, notice);
    },
    { gateFirst: true },
  );
}

/** Returns the bot that may still tell the sender something; undefined when nobody may. */
function botFor({ actor, users }: RealmView): UserRecord | undefined {
  if (!actor.isActive || users.realm?.deactivated === true) return undefined;
  return findNotificationBot(users);
}

async function loadNotice(
  ctx: Context,
  botRealm: RealmView,
  { row, why }: { readonly row: ScheduledRow; readonly why: string },
): Promise<Draft> {
  const when = new Date(row.deliverAt * 1000).toISOString();
  const content = `The message you scheduled for <time:${when}> was not sent because of the following error:\n\n> ${why}\n\n[View scheduled messages](#scheduled)`;
  const target = reminderTarget(botRealm, row.userId);
  const payerId = row.userId;
  return loadUncheckedDraft(ctx, botRealm, { target, content, payerId, client: noticeClient });
}
