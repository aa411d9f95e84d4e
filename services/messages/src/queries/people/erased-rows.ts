import { messageReaction, type stayingExport } from "@team-chat/contract";
// What is deleted of somebody who is erased (docs/erasure.md).
import { type Connection, type RowCount, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { isCovered, isHeld } from "../archive/legal-holds.ts";
import type { StoredFile } from "../files/attachments.ts";

/** A person of an organization. */
export interface PersonRef {
  readonly realmId: number;
  readonly userId: number;
}

/**
 * Tables whose rows are no matter of deleting rows by the person: what others see changes with them, files have bytes,
 * records of holds stay, and ranges of what was received are numbers.
 */
export const treatedApart: readonly string[] = [
  "attachment",
  "file_removal",
  "held_file",
  "legal_hold",
  "person_export",
  "reaction",
  "user_recipient",
];

const ids = z.object({ id: z.number() });

/** Counts the legal holds that are on and cover the person, or something that the person wrote. */
export function countHoldsOver(db: Connection, { realmId, userId }: PersonRef): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from legal_hold h
    where h.realm_id = ${realmId} and h.ended_at is null and (
      h.user_id = ${userId}
      or exists (
        select from message m where m.realm_id = ${realmId} and m.sender_id = ${userId} and ${isCovered()})
      or exists (
        select from archived_message m where m.realm_id = ${realmId} and m.sender_id = ${userId} and ${isCovered()}))`);
}

const exportRow = z.object({
  of: z.enum(["organization", "legal_hold"]),
  id: z.number(),
  finishedAt: z.number(),
});

/** Lists archives that are there, or are being made, with when they were finished, in UNIX seconds. */
export function listArchives(
  db: Connection,
  realmId: number,
  nowMs: number,
): Promise<readonly (Pick<z.infer<typeof stayingExport>, "of" | "id"> & { finishedAt: number })[]> {
  const now = sql.fragment`${new Date(nowMs).toISOString()}::timestamptz`;
  return db.any(sql.type(exportRow)`
    select 'organization' as of, id, floor(extract(epoch from coalesce(finished_at, ${now})))::int8 as "finishedAt"
    from realm_export where realm_id = ${realmId} and state in ('running', 'done')
    union all
    select 'legal_hold', id, floor(extract(epoch from coalesce(finished_at, ${now})))::int8
    from hold_export where realm_id = ${realmId} and state in ('running', 'done')
    order by 1, 2`);
}

/** Lists the next files of a person. */
export function listFileIds(
  tx: Transaction,
  { realmId, userId }: PersonRef,
  limit: number,
): Promise<readonly number[]> {
  return tx.anyFirst(sql.type(ids)`
    select id from attachment where realm_id = ${realmId} and user_id = ${userId} order by id limit ${limit}`);
}

const heldFile = z.object({
  userId: z.number(),
  pathId: z.string(),
  place: z.enum(["disk", "s3", "database"]).nullable(),
});

/** Forgets files of a person that were deleted while a hold was on; returns where their bytes are. */
export async function deleteHeldFiles(
  tx: Transaction,
  { realmId, userId }: PersonRef,
): Promise<readonly StoredFile[]> {
  const gone = await tx.any(sql.type(heldFile)`
    delete from held_file where realm_id = ${realmId} and user_id = ${userId}
    returning user_id as "userId", path_id as "pathId", place`);
  return gone.map((file) => ({ ...file, id: 0, size: 0, thumbnails: [] }));
}

/** Lists the next messages of a person in the archive that no hold keeps. */
export function listArchivedIds(
  tx: Transaction,
  { realmId, userId }: PersonRef,
  limit: number,
): Promise<readonly number[]> {
  return tx.anyFirst(sql.type(ids)`
    select m.id from archived_message m
    where m.realm_id = ${realmId} and m.sender_id = ${userId} and not ${isHeld()}
    order by m.id limit ${limit} for update`);
}

const messageRow = z.object({
  id: z.number(),
  topic: z.string(),
  recipientId: z.number(),
  channelId: z.number().nullable(),
  participants: z.array(z.number()).nullable(),
});

/** A message with where it is. */
export type PlacedRow = z.output<typeof messageRow>;

/** Locks the next messages of a person that no hold keeps, ascending. */
export function lockMessagesOf(
  tx: Transaction,
  { realmId, userId }: PersonRef,
  limit: number,
): Promise<readonly PlacedRow[]> {
  return tx.any(sql.type(messageRow)`
    select m.id, m.topic, m.recipient_id as "recipientId", m.channel_id as "channelId",
      to_json(r.participants) as participants
    from message m join recipient r on r.realm_id = m.realm_id and r.id = m.recipient_id
    where m.realm_id = ${realmId} and m.sender_id = ${userId} and not ${isHeld()}
    order by m.id limit ${limit} for update of m`);
}

const reacted = messageRow.extend({ reaction: messageReaction });

/** Takes the next reactions of a person away; returns them with the messages that they were to. */
export function takeReactionsOf(
  tx: Transaction,
  { realmId, userId }: PersonRef,
  limit: number,
): Promise<readonly z.output<typeof reacted>[]> {
  return tx.any(sql.type(reacted)`
    with gone as (
      delete from reaction where realm_id = ${realmId} and id in (
        select id from reaction where realm_id = ${realmId} and user_id = ${userId} order by id limit ${limit})
      returning id as reaction_id, message_id, emoji_name, emoji_code, reaction_type, user_id
    )
    select m.id, m.topic, m.recipient_id as "recipientId", m.channel_id as "channelId",
      to_json(r.participants) as participants, json_build_object('emoji_name', gone.emoji_name,
        'emoji_code', gone.emoji_code, 'reaction_type', gone.reaction_type, 'user_id', gone.user_id) as reaction
    from gone join message m on m.realm_id = ${realmId} and m.id = gone.message_id
      join recipient r on r.realm_id = m.realm_id and r.id = m.recipient_id
    order by gone.reaction_id`);
}

/** Deletes what a person added to polls and lists, also to deleted ones; returns how much it was. */
export async function deleteSubmessagesOf(
  tx: Transaction,
  { realmId, userId }: PersonRef,
): Promise<number> {
  let deleted = 0;
  for (const table of ["submessage", "archived_submessage"]) {
    const { rowCount } = await tx.query(sql.unsafe`
      delete from ${sql.identifier([table])} where realm_id = ${realmId} and sender_id = ${userId}`);
    deleted += rowCount;
  }
  return deleted;
}

/** Counts what is treated apart and must be gone; messages and reactions only where they were to be deleted. */
export function countTreatedApart(
  db: Connection,
  { realmId, userId }: PersonRef,
  { withMessages }: { readonly withMessages: boolean },
): Promise<readonly RowCount[]> {
  const gone = ["attachment.user_id", "file_removal.user_id", "held_file.user_id"];
  const said = [
    "message.sender_id",
    "submessage.sender_id",
    "archived_submessage.sender_id",
    "reaction.user_id",
  ];
  const places = [
    ...gone,
    "person_export.user_id",
    "archived_message.sender_id",
    ...(withMessages ? said : []),
  ];
  const counts = places.map((place) => {
    const [table = "", column = ""] = place.split(".");
    return sql.fragment`
      select ${place}::text as place, count(*) as count from ${sql.identifier([table])}
      where realm_id = ${realmId} and ${sql.identifier([column])} = ${userId}`;
  });
  return db.any(sql.type(z.object({ place: z.string(), count: z.number() }))`
    ${sql.join(counts, sql.fragment` union all `)} order by place`);
}
