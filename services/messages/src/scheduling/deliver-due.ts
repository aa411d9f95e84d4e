import { AppError, errorCodes } from "@team-chat/errors";
import type { Logger } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";
import type { RenderedText } from "@team-chat/markdown";

import type { Context } from "../context.ts";
import { loadWorld, type RealmWorld, reloadWorld } from "../directories/realm-world.ts";
import { findNotificationBot } from "../notices/notification-bot.ts";
import { scheduledRemoved } from "../present/scheduled-events.ts";
import { claimScheduled, listDue, type ScheduledRow } from "../queries/scheduled-messages.ts";
import { type PoliciesAfterSending, policiesAfterSending } from "../sending/automatic-policies.ts";
import { type ComposedMessage, composeFreely, composeMessage } from "../sending/compose-message.ts";
import { pastTopicFence } from "../sending/topic-fence.ts";
import { type WriteWork, writeMessageWithin } from "../sending/write-message.ts";
import { giveUp } from "./give-up.ts";
import { reminderTarget, targetOf } from "./scheduled-target.ts";

/** Of one look; when there are more, the next look follows at once. */
const batch = 50;
/** What should have been sent longer ago than this is not wanted any more. */
const lateMs = 600_000;
const everyMs = 1000;

interface Ready {
  /** Its actor sends. */
  readonly world: RealmWorld;
  readonly composed: ComposedMessage;
  readonly policies: PoliciesAfterSending;
}

/** Sends what is due each second, until disposed of. */
export function deliverRegularly(ctx: Context, log: Logger): PeriodicTask {
  return new PeriodicTask({
    everyMs,
    run: () => deliverDue(ctx, (error) => log.error({ err: error }, "not sent yet")),
    onError: (error) => {
      log.error({ err: error }, "scheduled messages are looked for again in a second");
    },
  });
}

/**
 * Sends everything that is due, each in the transaction that removes it: once, whoever else does the same and whatever dies meanwhile. What cannot
 * be sent now for reasons that pass is left for the next time, and told to `onError`.
 */
export async function deliverDue(ctx: Context, onError: (error: unknown) => void): Promise<void> {
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

/** One after the other; how many were delivered or given up. */
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
        if (await claimScheduled(tx, row)) await send({ ctx, tx, emit }, row, ready);
      },
      { gateFirst: true },
    ),
  );
  await ctx.errands.settle(row.realmId);
}

async function prepare(ctx: Context, row: ScheduledRow): Promise<Ready> {
  const { realmId, userId } = row;
  if (ctx.now() - row.deliverAt * 1000 > lateMs)
    throw refused("Message could not be sent at the scheduled time.");
  const world = await loadWorld(ctx, { realm: { id: realmId }, userId, usersVersion: 0 });
  if (world.users.realm?.deactivated === true)
    throw refused("This organization has been deactivated");
  if (!world.actor.isActive) throw refused("Account is deactivated");
  if (row.reminderOf !== null) return prepareReminder(ctx, row, world);
  return prepareMessage(ctx, row, world);
}

/** By the world as it is, also when rendering took a while. */
async function prepareMessage(ctx: Context, row: ScheduledRow, before: RealmWorld): Promise<Ready> {
  const { content } = row;
  const compose = (world: RealmWorld, rendered?: RenderedText) =>
    composeMessage(ctx, world, { target: targetOf(row, world), content, rendered });
  const first = await compose(before);
  const world = first.rendered.waited ? await reloadWorld(ctx, before) : before;
  const composed = world === before ? first : await compose(world, first.rendered);
  return { world, composed, policies: await policiesAfterSending(ctx, world, composed) };
}

async function prepareReminder(ctx: Context, row: ScheduledRow, world: RealmWorld): Promise<Ready> {
  const bot = findNotificationBot(world.users);
  if (!bot) throw refused("Nobody reminds in this organization.");
  const botWorld = { ...world, actor: bot };
  const target = reminderTarget(botWorld, row.userId);
  const { content, userId: payerId } = row;
  const composed = await composeFreely(ctx, botWorld, { target, content, payerId });
  const current = composed.rendered.waited ? await reloadWorld(ctx, botWorld) : botWorld;
  return { world: current, composed, policies: { own: null, others: null } };
}

async function send(work: WriteWork, row: ScheduledRow, ready: Ready): Promise<void> {
  const { client, readBySender } = row;
  const { world, composed, policies } = ready;
  await writeMessageWithin(work, world, {
    ...composed,
    client,
    readBySender,
    idempotencyKey: null,
    origin: null,
  });
  work.emit(scheduledRemoved({ ...row, isReminder: row.reminderOf !== null }));
  for (const input of [policies.own, policies.others])
    if (input !== null)
      await work.ctx.errands.note(work.tx, { operation: "setTopicVisibilityFor", input });
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
