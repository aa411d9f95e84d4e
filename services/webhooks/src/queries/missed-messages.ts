import { mailReason } from "@team-chat/contract";
import {
  type Connection,
  type Database,
  type Fragment,
  sql,
  type Transaction,
} from "@team-chat/pg";
import { z } from "zod";

const missed = z.object({
  messageId: z.number(),
  reason: mailReason,
  wasPresent: z.boolean(),
  dueAt: z.date(),
});

/** A message about which somebody is to get e-mail. */
export type MissedMessage = z.infer<typeof missed>;

export interface NewMissedMessage extends MissedMessage {
  readonly realmId: number;
  readonly userId: number;
  /** Name of the conversation, within the organization. */
  readonly conversation: string;
}

/** Most messages that are mailed together; the rest follows at once. */
const maxTogether = 200;
/** Most messages of topics and channels of which somebody is told until the next e-mail. */
export const mostNoted = 200;

/** Returns the SQL of a moment. */
export function timeOf(time: Date): Fragment {
  return sql.fragment`${time.toISOString()}::timestamptz`;
}

interface Person {
  readonly realmId: number;
  readonly userId: number;
}

/**
 * Notes messages for people, those that are noted already excepted, and has them mailed when the first is due. Of
 * topics and channels only the first hundreds are kept for somebody who is away, and then the first of each
 * conversation among those that are given: an e-mail shows twenty, and a busy topic would cost a row for each message
 * and follower, but must not hide a quieter one. Whoever is being mailed to is waited for, since their batch may end.
 */
export async function insertMissed(
  db: Database,
  given: readonly NewMissedMessage[],
): Promise<void> {
  if (given.length === 0) return;
  await db.transaction(async (tx) => {
    const room = await noteBatches(tx, given);
    const begun = new Set<string>();
    const rows = given
      .filter((one) => {
        const isFirst = begins(begun, one);
        return isPersonal(one) || takesRoom(room, one) || isFirst;
      })
      .map((one) => [
        one.realmId,
        one.userId,
        one.messageId,
        one.reason,
        one.wasPresent,
        one.dueAt.toISOString(),
      ]);
    if (rows.length === 0) return;
    await tx.query(sql.unsafe`
      insert into missed_message (realm_id, user_id, message_id, reason, was_present, due_at)
      select * from ${sql.unnest(rows, ["int8", "int8", "int8", "text", "bool", "timestamptz"])} as new
      on conflict do nothing`);
  });
}

const batchRow = z.object({ realmId: z.number(), userId: z.number(), noted: z.number() });

/** Has people mailed to when the first message is due; returns of how many more each of them is told, by person. */
async function noteBatches(
  tx: Transaction,
  given: readonly NewMissedMessage[],
): Promise<Map<string, number>> {
  const people = [...Map.groupBy(given, personOf).values()].map(([first, ...rest]) => {
    const all = first === undefined ? [] : [first, ...rest];
    const dueMs = Math.min(...all.map(({ dueAt }) => dueAt.getTime()));
    const noted = all.filter((one) => !isPersonal(one)).length;
    return [first?.realmId ?? 0, first?.userId ?? 0, new Date(dueMs).toISOString(), noted];
  });
  // In one order, so that two processes do not wait for each other.
  const rows = await tx.any(sql.type(batchRow)`
    insert into mail_batch (realm_id, user_id, due_at, noted)
    select * from ${sql.unnest(people, ["int8", "int8", "timestamptz", "int8"])} as new order by 1, 2
    on conflict (realm_id, user_id) do update
      set due_at = least(mail_batch.due_at, excluded.due_at), noted = mail_batch.noted + excluded.noted
    returning realm_id as "realmId", user_id as "userId", noted`);
  const added = new Map(
    people.map(([realmId, userId, , noted]) => [`${realmId}:${userId}`, noted]),
  );
  return new Map(
    rows.map((row) => [
      personOf(row),
      Math.max(mostNoted - (row.noted - Number(added.get(personOf(row)) ?? 0)), 0),
    ]),
  );
}

function personOf({ realmId, userId }: Person): string {
  return `${realmId}:${userId}`;
}

function isPersonal({ reason }: Pick<MissedMessage, "reason">): boolean {
  return reason === "personal";
}

/** Tells whether it is the first of its conversation for the person, and notes that there is one. */
function begins(begun: Set<string>, one: NewMissedMessage): boolean {
  const key = `${personOf(one)}:${one.conversation}`;
  if (begun.has(key)) return false;
  begun.add(key);
  return true;
}

function takesRoom(room: Map<string, number>, one: Person): boolean {
  const left = room.get(personOf(one)) ?? 0;
  room.set(personOf(one), left - 1);
  return left > 0;
}

/**
 * Lists what is to be mailed to somebody now, the oldest message first; what somebody who was there may still be
 * reading is left out.
 */
export function listMissed(
  db: Connection,
  { realmId, userId }: Person,
  now: Date,
): Promise<readonly MissedMessage[]> {
  return db.any(sql.type(missed)`
    select message_id as "messageId", reason, was_present as "wasPresent", due_at as "dueAt"
    from missed_message
    where realm_id = ${realmId} and user_id = ${userId} and not is_done and (not was_present or due_at <= ${timeOf(now)})
    order by message_id limit ${maxTogether}`);
}

/** Keeps that messages were mailed, or need not be: when the stream brings them again they are not noted again. */
export async function endMissed(
  tx: Transaction,
  { realmId, userId }: Person,
  messageIds: readonly number[],
): Promise<void> {
  await tx.query(sql.unsafe`
    update missed_message set is_done = true where realm_id = ${realmId} and user_id = ${userId}
      and message_id = any(${sql.array([...messageIds], "int8")})`);
}

/** Forgets a message of which these people are not to be told any more, unless it was mailed. */
export async function deleteMissed(
  db: Connection,
  {
    messageId,
    realmId,
    userIds,
  }: { readonly realmId: number; readonly messageId: number; readonly userIds: readonly number[] },
): Promise<void> {
  if (userIds.length === 0) return;
  await db.query(sql.unsafe`
    delete from missed_message where realm_id = ${realmId} and message_id = ${messageId}
      and user_id = any(${sql.array([...userIds], "int8")}) and not is_done`);
}

/** Forgets up to a thousand messages that were mailed, and due before; resolves to how many. */
export async function deleteEndedMissed(db: Connection, before: Date): Promise<number> {
  const { rowCount } = await db.query(sql.unsafe`
    delete from missed_message where (realm_id, user_id, message_id) in (
      select realm_id, user_id, message_id from missed_message
      where is_done and due_at < ${timeOf(before)} limit 1000 for update skip locked
    )`);
  return rowCount;
}
