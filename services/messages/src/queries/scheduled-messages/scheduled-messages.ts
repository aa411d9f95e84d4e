import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { lockKept } from "../messages/lock-kept.ts";

export const scheduledRow = z.object({
  realmId: z.number(),
  id: z.number(),
  userId: z.number(),
  channelId: z.number().nullable(),
  recipients: z.array(z.number()).nullable(),
  topic: z.string(),
  content: z.string(),
  renderedContent: z.string(),
  client: z.string(),
  readBySender: z.boolean(),
  /** UNIX seconds. */
  deliverAt: z.number(),
  failure: z.string().nullable(),
  reminderOf: z.number().nullable(),
  revision: z.number(),
});

/** A scheduled message or a reminder. */
export type ScheduledRow = z.infer<typeof scheduledRow>;

/** A scheduled message to be stored. */
export type NewScheduled = Omit<ScheduledRow, "id" | "failure" | "revision">;

export interface ScheduledRef {
  readonly realmId: number;
  readonly userId: number;
  readonly id: number;
  /** True for a reminder, false for a scheduled message. */
  readonly isReminder: boolean;
}

/** Columns of `scheduledRow`. */
export const scheduledColumns = sql.fragment`realm_id as "realmId", id, user_id as "userId", channel_id as "channelId", recipients, topic, content,
  rendered_content as "renderedContent", client, read_by_sender as "readBySender",
  floor(extract(epoch from deliver_at))::int8 as "deliverAt", failure, reminder_of as "reminderOf", revision`;

/** Stores a new one. */
export function insertScheduled(tx: Transaction, row: NewScheduled): Promise<ScheduledRow> {
  return tx.one(sql.type(scheduledRow)`
    insert into scheduled_message (realm_id, user_id, channel_id, recipients, topic, content, rendered_content, client,
      read_by_sender, deliver_at, reminder_of)
    values (${row.realmId}, ${row.userId}, ${row.channelId}, ${idList(row.recipients)}, ${row.topic}, ${row.content},
      ${row.renderedContent}, ${row.client}, ${row.readBySender}, to_timestamp(${row.deliverAt}), ${row.reminderOf})
    returning ${scheduledColumns}`);
}

/**
 * Counts the user's scheduled messages or reminders that wait or failed; until the end of the transaction nobody else
 * adds any.
 */
export async function countScheduled(
  tx: Transaction,
  { realmId, userId, isReminder }: Omit<ScheduledRef, "id">,
): Promise<number> {
  await lockKept(tx, { realmId, userId });
  return tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from scheduled_message
    where realm_id = ${realmId} and user_id = ${userId} and (reminder_of is not null) = ${isReminder}`);
}

/** Lists the user's scheduled messages or reminders, soonest first. */
export function listScheduled(
  db: Connection,
  { realmId, userId, isReminder }: Omit<ScheduledRef, "id">,
): Promise<readonly ScheduledRow[]> {
  return db.any(sql.type(scheduledRow)`
    select ${scheduledColumns} from scheduled_message
    where realm_id = ${realmId} and user_id = ${userId} and (reminder_of is not null) = ${isReminder}
    order by deliver_at, id`);
}

/** Finds a scheduled message or reminder; null when the user has no such one. */
export function findScheduled(
  db: Connection,
  { realmId, userId, id, isReminder }: ScheduledRef,
): Promise<ScheduledRow | null> {
  return db.maybeOne(sql.type(scheduledRow)`
    select ${scheduledColumns} from scheduled_message
    where realm_id = ${realmId} and user_id = ${userId} and id = ${id} and (reminder_of is not null) = ${isReminder}`);
}

/** Writes a changed one, no failure any more, unless it was changed or sent meanwhile: then null. */
export function updateScheduled(tx: Transaction, row: ScheduledRow): Promise<ScheduledRow | null> {
  return tx.maybeOne(sql.type(scheduledRow)`
    update scheduled_message set channel_id = ${row.channelId}, recipients = ${idList(row.recipients)}, topic = ${row.topic},
      content = ${row.content}, rendered_content = ${row.renderedContent}, deliver_at = to_timestamp(${row.deliverAt}),
      failure = null, revision = revision + 1
    where realm_id = ${row.realmId} and id = ${row.id} and revision = ${row.revision} returning ${scheduledColumns}`);
}

/** Notes why one could not be sent, unless it was changed or sent meanwhile: then null. */
export function failScheduled(
  tx: Transaction,
  { realmId, id, revision }: ScheduledRow,
  failure: string,
): Promise<ScheduledRow | null> {
  return tx.maybeOne(sql.type(scheduledRow)`
    update scheduled_message set failure = ${failure}, revision = revision + 1
    where realm_id = ${realmId} and id = ${id} and revision = ${revision} and failure is null returning ${scheduledColumns}`);
}

/** Deletes a scheduled message or reminder; tells whether the user had it. */
export async function deleteScheduled(
  tx: Transaction,
  { realmId, userId, id, isReminder }: ScheduledRef,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from scheduled_message
    where realm_id = ${realmId} and user_id = ${userId} and id = ${id} and (reminder_of is not null) = ${isReminder}`);
  return rowCount > 0;
}

/** Removes what is being sent; false when it was sent, changed or deleted meanwhile. */
export async function claimScheduled(
  tx: Transaction,
  { realmId, id, revision }: ScheduledRow,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from scheduled_message
    where realm_id = ${realmId} and id = ${id} and revision = ${revision} and failure is null`);
  return rowCount > 0;
}

/** Lists the messages that are due at this time (milliseconds), the longest due first, of all realms. */
export function listDue(
  db: Connection,
  nowMs: number,
  limit: number,
): Promise<readonly ScheduledRow[]> {
  return db.any(sql.type(scheduledRow)`
    select ${scheduledColumns} from scheduled_message
    where failure is null and deliver_at <= to_timestamp(${nowMs}::float8 / 1000)
      -- Of an organization that is not complete nothing is sent.
      and not exists (select from realm_import i where i.realm_id = scheduled_message.realm_id and i.state = 'running')
    order by deliver_at, id limit ${limit}`);
}

function idList(ids: readonly number[] | null) {
  return ids === null ? sql.fragment`null` : sql.array([...ids], "int8");
}
