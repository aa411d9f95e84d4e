// What a legal hold covers, as of the snapshot in which it is read (docs/legal-holds.md#what-an-export-has).
import { deletionReasons } from "@team-chat/contract";
import { type Fragment, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { isCovered } from "./legal-holds.ts";

/** Rows that are looked at for one page: far more than most pages have, since few are covered. */
const scannedAtOnce = 2000;
/** Of a page: few enough that nobody notices one, however long messages are. */
const rowsAtOnce = 200;

/** A hold, and the place behind which a page begins. */
export interface HeldQuestion {
  readonly realmId: number;
  readonly holdId: number;
  readonly afterId: number;
}

/** Records in the order of their ids. */
export interface HeldPage<Row> {
  readonly rows: readonly Row[];
  /** Id behind which the next page begins; null when there is none. */
  readonly next: number | null;
}

const person = z.object({ user_id: z.number().nullish() });
const reaction = z.object({
  user_id: z.number(),
  reaction_type: z.string(),
  emoji_code: z.string(),
  emoji_name: z.string(),
});
const submessage = z.object({
  id: z.number(),
  sender_id: z.number(),
  msg_type: z.string(),
  content: z.string(),
});

const messageRow = z.object({
  id: z.number(),
  sentAt: z.string(),
  senderId: z.number(),
  channelId: z.number().nullable(),
  topic: z.string(),
  participants: z.array(z.number()).nullable(),
  content: z.string(),
  renderedContent: z.string(),
  client: z.string(),
  editedAt: z.string().nullable(),
  movedAt: z.string().nullable(),
  editHistory: z.array(z.looseObject(person.shape)),
  reactions: z.array(reaction),
  submessages: z.array(submessage),
  /** Null of those that are not deleted. */
  deletion: z
    .object({
      at: z.string(),
      by: z.number().nullable(),
      reason: z.enum(deletionReasons),
    })
    .nullable(),
});

/** A message that a hold covers, with all that belongs to it; times are ISO 8601. */
export type HeldMessage = z.output<typeof messageRow>;

const iso = (column: Fragment) =>
  sql.fragment`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Tables of messages and of what belongs to them. */
const places = {
  live: { message: "message", reaction: "reaction", submessage: "submessage" },
  deleted: {
    message: "archived_message",
    reaction: "archived_reaction",
    submessage: "archived_submessage",
  },
} as const;

const deletionOf = {
  live: sql.fragment`null::json`,
  deleted: sql.fragment`(
    select json_build_object('at', ${iso(sql.fragment`d.deleted_at`)}, 'by', d.deleted_by, 'reason', d.reason)
    from message_deletion d where d.realm_id = m.realm_id and d.id = m.deletion_id)`,
};

/** Lists messages that a hold covers, those that are there or those that were deleted. */
export async function listHeldMessages(
  tx: Transaction,
  which: keyof typeof places,
  { afterId, holdId, realmId }: HeldQuestion,
): Promise<HeldPage<HeldMessage>> {
  const table = sql.identifier([places[which].message]);
  const scan = await scanned(tx, table, { realmId, afterId });
  const rows = await tx.any(sql.type(messageRow)`
    select m.id, ${iso(sql.fragment`m.sent_at`)} as "sentAt", m.sender_id as "senderId", m.channel_id as "channelId", m.topic,
      to_json(r.participants) as participants, m.content, m.rendered_content as "renderedContent", m.client,
      ${iso(sql.fragment`m.edited_at`)} as "editedAt", ${iso(sql.fragment`m.moved_at`)} as "movedAt",
      coalesce(m.edit_history, '[]') as "editHistory",
      coalesce((
        select json_agg(json_build_object('user_id', c.user_id, 'reaction_type', c.reaction_type,
          'emoji_code', c.emoji_code, 'emoji_name', c.emoji_name) order by c.id)
        from ${sql.identifier([places[which].reaction])} c where c.realm_id = m.realm_id and c.message_id = m.id
      ), '[]') as reactions,
      coalesce((
        select json_agg(json_build_object('id', s.id, 'sender_id', s.sender_id, 'msg_type', s.msg_type,
          'content', s.content) order by s.id)
        from ${sql.identifier([places[which].submessage])} s where s.realm_id = m.realm_id and s.message_id = m.id
      ), '[]') as submessages,
      ${deletionOf[which]} as deletion
    from ${table} m join recipient r on r.realm_id = m.realm_id and r.id = m.recipient_id
      join legal_hold h on h.realm_id = m.realm_id and h.id = ${holdId}
    where m.realm_id = ${realmId} and m.id > ${afterId} and m.id <= ${scan.through} and ${isCovered()}
    order by m.id limit ${rowsAtOnce}`);
  return { rows, next: nextOf(rows, scan) };
}

interface Scan {
  /** The last id that is looked at. */
  readonly through: number;
  readonly count: number;
}

/** Finds how far one page looks, so that no statement is long however few rows are covered. */
function scanned(
  tx: Transaction,
  table: ReturnType<typeof sql.identifier>,
  { afterId, realmId }: Omit<HeldQuestion, "holdId">,
): Promise<Scan> {
  return tx.one(sql.type(z.object({ through: z.number(), count: z.number() }))`
    select coalesce(max(id), 0) as through, count(*) as count from (
      select id from ${table} where realm_id = ${realmId} and id > ${afterId} order by id limit ${scannedAtOnce}
    ) page`);
}

function nextOf(rows: readonly { readonly id: number }[], { count, through }: Scan): number | null {
  if (rows.length === rowsAtOnce) return rows.at(-1)?.id ?? null;
  return count === scannedAtOnce ? through : null;
}

const fileRow = z.object({
  id: z.number(),
  pathId: z.string(),
  userId: z.number(),
  name: z.string(),
  size: z.number(),
  contentType: z.string(),
  place: z.enum(["disk", "s3", "database"]).nullable(),
  createdAt: z.string(),
  /** Null of those whose owners have not deleted them. */
  deletedAt: z.string().nullable(),
  messageIds: z.array(z.number()),
});

/** A file that a hold covers, with the messages of the hold that link to it. */
export type HeldFile = z.output<typeof fileRow>;

const links = {
  live: sql.fragment`
    select l.message_id as id from attachment_message l where l.realm_id = a.realm_id and l.attachment_id = a.id
    union select l.message_id from archived_attachment_message l where l.realm_id = a.realm_id and l.attachment_id = a.id`,
  deleted: sql.fragment`select unnest(a.message_ids) as id`,
};

/** Lists files that a hold covers: those of the person, and those to which messages of the hold link. */
export async function listHeldFiles(
  tx: Transaction,
  which: keyof typeof places,
  { afterId, holdId, realmId }: HeldQuestion,
): Promise<HeldPage<HeldFile>> {
  const table = sql.identifier([which === "live" ? "attachment" : "held_file"]);
  const deletedAt = which === "live" ? sql.fragment`null` : iso(sql.fragment`a.deleted_at`);
  const scan = await scanned(tx, table, { realmId, afterId });
  const rows = await tx.any(sql.type(fileRow)`
    select a.id, a.path_id as "pathId", a.user_id as "userId", a.name, a.size, a.content_type as "contentType", a.place,
      ${iso(sql.fragment`a.created_at`)} as "createdAt", ${deletedAt} as "deletedAt", linking.ids as "messageIds"
    from ${table} a join legal_hold h on h.realm_id = a.realm_id and h.id = ${holdId}
      cross join lateral (
        select coalesce(json_agg(link.id order by link.id), '[]') as ids from (${links[which]}) link
        where exists (select from message m where m.realm_id = a.realm_id and m.id = link.id and ${isCovered()})
          or exists (select from archived_message m where m.realm_id = a.realm_id and m.id = link.id and ${isCovered()})
      ) linking
    where a.realm_id = ${realmId} and a.id > ${afterId} and a.id <= ${scan.through}
      and (a.user_id = h.user_id or json_array_length(linking.ids) > 0)
    order by a.id limit ${rowsAtOnce}`);
  return { rows, next: nextOf(rows, scan) };
}
