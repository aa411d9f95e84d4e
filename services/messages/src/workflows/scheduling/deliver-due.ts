import { AppError, errorCodes } from "@team-chat/errors";
import type { Logger } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { notePendingCall } from "../../domain/pending-calls.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { scheduledRemoved } from "../../present/scheduled-events.ts";
import {
  claimScheduled,
  listDue,
  type ScheduledRow,
} from "../../queries/scheduled-messages/scheduled-messages.ts";
import type { Draft } from "../../sending/draft.ts";
import type { GatedTransaction } from "../../sending/gated-transaction.ts";
import { loadUncheckedDraft } from "../../sending/load-unchecked.ts";
import { loadDraft } from "../../sending/load.ts";
import { pastTopicFence } from "../../sending/topic-fence.ts";
import { findNotificationBot } from "../notices/notification-bot.ts";
import { type PolicyChange, policyAfterSending } from "../sending/automatic-policies.ts";
import { policyOfMentioned } from "../sending/mentioned-policies.ts";
import { giveUp } from "./give-up.ts";
import { reminderTarget, targetOf } from "./scheduled-target.ts";

/** Of one look; when there are more, the next look follows at once. */
const batch = 50;
/** A message that is overdue for longer than this is given up instead of sent. */
const lateMs = 600_000;
const everyMs = 1000;

interface Ready {
  readonly draft: Draft;
  readonly policies: readonly (PolicyChange | null)[];
}

/** Sends what is due each second, until disposed of. */
export function deliverRegularly(ctx: Context, log: Logger): PeriodicTask {
  return new PeriodicTask({
    everyMs,
    run: () =>
      deliverDue(ctx, (error) => log.error({ err: error }, "a scheduled message was not sent yet")),
    onError: (error) => {
      log.error({ err: error }, "scheduled messages are looked for again in a second");
    },
  });
}

/**
 * Sends everything that is due, each in the transaction that removes it: once, whoever else does the same and whatever
 * dies meanwhile. What cannot be sent now for reasons that pass is left for the next time, and told to `onError`.
 */
async function deliverDue(ctx: Context, onError: (error: unknown) => void): Promise<void> {
  for (;;) {
    const due = await listDue(ctx.db, ctx.now(), batch);
    // An organization whose messages take long to render keeps no other waiting.
    const byRealm = Map.groupBy(due, ({ realmId }) => realmId);
    const counts = await Promise.all(
      [...byRealm.values()].map((rows) => deliverAll(ctx, rows, onError)),
    );
    const done = counts.reduce((sum, count) => sum + count, 0);
    if (due.length < batch || done === 0) return;
  }
}

/** Delivers one after the other; returns how many were delivered or given up. */
async function deliverAll(
  ctx: Context,
  rows: readonly ScheduledRow[],
  onError: (error: unknown) => void,
): Promise<number> {
  let done = 0;
  for (const row of rows)
    try {
      await deliver(ctx, row);
      done += 1;
    } catch (error) {
      onError(error);
    }
  return done;
}

async function deliver(ctx: Context, row: ScheduledRow): Promise<void> {
  let ready: Ready;
  try {
    ready = await prepare(ctx, row);
  } catch (error) {
    if (!(error instanceof AppError) || "retryable" in errorCodes[error.code]) throw error;
    await giveUp(ctx, row, error.message);
    return;
  }
  // Gate first, because what a message is written with is decided within it.
  await pastTopicFence(ctx, row.realmId, () =>
    ctx.outbox.transaction(
      row.realmId,
      async (tx, emit) => {
        if (await claimScheduled(tx, row)) await write(ctx, { tx, emit }, { row, ...ready });
      },
      { gateFirst: true },
    ),
  );
  await ctx.pendingCalls.settle(row.realmId);
}

async function prepare(ctx: Context, row: ScheduledRow): Promise<Ready> {
  const { realmId, userId } = row;
  if (ctx.now() - row.deliverAt * 1000 > lateMs)
    throw refused("Message could not be sent at the scheduled time.");
  const realm = await loadRealm(ctx, { realm: { id: realmId }, userId, usersVersion: 0 });
  if (realm.users.realm?.deactivated === true)
    throw refused("This organization has been deactivated");
  if (!realm.actor.isActive) throw refused("Account is deactivated");
  if (row.reminderOf !== null) return prepareReminder(ctx, row, realm);
  return prepareMessage(ctx, row, realm);
}

async function prepareMessage(ctx: Context, row: ScheduledRow, realm: RealmView): Promise<Ready> {
  const { client, content, readBySender } = row;
  const findTarget = (current: RealmView) => targetOf(row, current);
  const draft = await loadDraft(ctx, realm, { findTarget, content, client, readBySender });
  const own = await policyAfterSending(ctx, draft);
  return { draft, policies: [own, policyOfMentioned(draft, own)] };
}

async function prepareReminder(ctx: Context, row: ScheduledRow, realm: RealmView): Promise<Ready> {
  const bot = findNotificationBot(realm.users);
  if (!bot) throw refused("Nobody reminds in this organization.");
  const botRealm = { ...realm, actor: bot };
  const target = reminderTarget(botRealm, row.userId);
  const { client, content, readBySender, userId: payerId } = row;
  const reminder = { target, content, payerId, client, readBySender };
  const draft = await loadUncheckedDraft(ctx, botRealm, reminder);
  return { draft, policies: [] };
}

async function write(
  ctx: Context,
  work: GatedTransaction,
  { draft, policies, row }: Ready & { readonly row: ScheduledRow },
): Promise<void> {
  await ctx.writer.writeWithin(work, draft);
  work.emit(scheduledRemoved({ ...row, isReminder: row.reminderOf !== null }));
  for (const input of policies)
    if (input !== null)
      await notePendingCall(work.tx, { operation: "setTopicVisibilityFor", input });
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
