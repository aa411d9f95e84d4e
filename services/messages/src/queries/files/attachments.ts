import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { FileStorage } from "../../values/file-store.ts";
import type { PictureSize } from "../../values/picture-size.ts";

const linkedMessage = z.object({ id: z.number(), date_sent: z.number() });

const thumbnailRow = z.object({
  /** Of its format. */
  name: z.string(),
  pathId: z.string(),
  size: z.number(),
  place: z.enum(["disk", "s3", "database"]),
});

/** A smaller version of a picture, without its bytes. */
export type ThumbnailRow = z.infer<typeof thumbnailRow>;

const attachmentRow = z.object({
  id: z.number(),
  userId: z.number(),
  pathId: z.string(),
  name: z.string(),
  size: z.number(),
  contentType: z.string(),
  /** Pixels, of pictures only. */
  imageWidth: z.number().nullable(),
  imageHeight: z.number().nullable(),
  /** Null when there are no smaller versions, and none are to come. */
  thumbnailState: z.enum(["pending", "ready"]).nullable(),
  isAnimated: z.boolean(),
  thumbnails: z.array(thumbnailRow),
  /** UNIX milliseconds. */
  createdAt: z.number(),
  /** Of its bytes; null: this row, as files in the database were kept before. */
  place: z.enum(["disk", "s3", "database"]).nullable(),
  messages: z.array(linkedMessage),
});

/** An uploaded file with the messages that link to it, without its bytes. */
export type AttachmentRow = z.infer<typeof attachmentRow>;

const columns = sql.fragment`a.id, a.user_id as "userId", a.path_id as "pathId", a.name, a.size, a.content_type as "contentType",
  a.image_width as "imageWidth", a.image_height as "imageHeight", a.place,
  a.thumbnail_state as "thumbnailState", a.is_animated as "isAnimated", a.thumbnails,
  floor(extract(epoch from a.created_at) * 1000)::int8 as "createdAt",
  coalesce((select json_agg(json_build_object('id', m.id, 'date_sent', floor(extract(epoch from m.sent_at) * 1000)::int8) order by m.id)
    from attachment_message l join message m on m.realm_id = l.realm_id and m.id = l.message_id
    where l.realm_id = a.realm_id and l.attachment_id = a.id), '[]') as messages`;

/** A file that is to be kept. */
export interface NewAttachment {
  readonly realmId: number;
  readonly userId: number;
  readonly pathId: string;
  readonly name: string;
  readonly contentType: string;
  readonly picture: PictureSize | null;
  readonly size: number;
  readonly place: FileStorage;
}

/** Stores a file; of a picture smaller versions are to come. */
export function insertAttachment(tx: Transaction, file: NewAttachment): Promise<AttachmentRow> {
  return tx.one(sql.type(attachmentRow)`
    with a as (
      insert into attachment (realm_id, user_id, path_id, name, size, content_type, image_width, image_height, place, thumbnail_state)
      values (${file.realmId}, ${file.userId}, ${file.pathId}, ${file.name}, ${file.size}, ${file.contentType},
        ${file.picture?.width ?? null}, ${file.picture?.height ?? null}, ${file.place},
        ${file.picture === null ? null : "pending"})
      returning *
    )
    select ${columns} from a`);
}

/** Lists the user's files, oldest first. */
export function listAttachmentsOf(
  db: Connection,
  realmId: number,
  userId: number,
): Promise<readonly AttachmentRow[]> {
  return db.any(sql.type(attachmentRow)`
    select ${columns} from attachment a where a.realm_id = ${realmId} and a.user_id = ${userId} order by a.id`);
}

/** Lists the files with these addresses that exist, by id. */
export function listByPath(
  db: Connection,
  realmId: number,
  pathIds: readonly string[],
): Promise<readonly AttachmentRow[]> {
  return db.any(sql.type(attachmentRow)`
    select ${columns} from attachment a
    where a.realm_id = ${realmId} and a.path_id = any(${sql.array([...pathIds], "text")}) order by a.id`);
}

/** Lists the files with these ids, by id. */
export function listById(
  db: Connection,
  realmId: number,
  ids: readonly number[],
): Promise<readonly AttachmentRow[]> {
  return db.any(sql.type(attachmentRow)`
    select ${columns} from attachment a
    where a.realm_id = ${realmId} and a.id = any(${sql.array([...ids], "int8")}) order by a.id`);
}

/** A row that has the bytes of a file: of one that was deleted while it was held, or any other. */
export interface FileRow {
  readonly table: "attachment" | "held_file";
  readonly realmId: number;
  readonly id: number;
}

/**
 * Loads so many bytes from an offset on, of a file that has them in its row; fewer where it is shorter.
 * @throws NotFoundError
 */
export function loadBytes(
  db: Connection,
  { id, realmId, table }: FileRow,
  { length, offset }: { readonly offset: number; readonly length: number },
): Promise<Buffer> {
  return db.oneFirst(sql.type(z.object({ bytes: z.instanceof(Buffer) }))`
    select substring(bytes from ${offset + 1} for ${length}) as bytes from ${sql.identifier([table])}
    where realm_id = ${realmId} and id = ${id}`);
}

const storedFileRow = z.object({
  id: z.number(),
  userId: z.number(),
  pathId: z.string(),
  size: z.number(),
  place: z.enum(["disk", "s3", "database"]).nullable(),
  thumbnails: z.array(thumbnailRow),
});

/** A file that is gone, and where its bytes and those of its thumbnails may still be. */
export type StoredFile = z.infer<typeof storedFileRow>;

const unclaimed = sql.fragment`not a.claimed
  and not exists (select from attachment_message l where l.realm_id = a.realm_id and l.attachment_id = a.id)
  and not exists (select from archived_attachment_message l where l.realm_id = a.realm_id and l.attachment_id = a.id)
  and not exists (select from scheduled_message s where s.realm_id = a.realm_id and position(a.path_id in s.content) > 0)
  and not exists (select from draft d where d.realm_id = a.realm_id and position(a.path_id in d.content) > 0)`;

/**
 * Realms with files from before a time, in UNIX milliseconds, to which no message has linked that is still there or in
 * the archive, nor anything links that may become one.
 */
export function listUnclaimedRealms(db: Connection, beforeMs: number): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ id: z.number() }))`
    select distinct a.realm_id as id from attachment a
    where a.created_at < ${new Date(beforeMs).toISOString()}::timestamptz and ${unclaimed} limit 100`);
}

/** Deletes such files of a realm, the oldest first. */
export function deleteUnclaimed(
  tx: Transaction,
  { realmId, before, limit }: { realmId: number; before: number; limit: number },
): Promise<readonly StoredFile[]> {
  return tx.any(sql.type(storedFileRow)`
    delete from attachment where realm_id = ${realmId} and id in (
      select a.id from attachment a where a.realm_id = ${realmId} and a.created_at < ${new Date(before).toISOString()}::timestamptz
        and ${unclaimed} order by a.created_at limit ${limit} for update skip locked
    ) returning id, user_id as "userId", path_id as "pathId", size, place, thumbnails`);
}

/** Removes a file of the user's with all links to it; null when there is none. */
export async function deleteAttachmentOf(
  tx: Transaction,
  { realmId, userId, id }: { realmId: number; userId: number; id: number },
): Promise<StoredFile | null> {
  const gone = await tx.maybeOne(sql.type(storedFileRow)`
    delete from attachment where realm_id = ${realmId} and user_id = ${userId} and id = ${id}
    returning id, user_id as "userId", path_id as "pathId", size, place, thumbnails`);
  await tx.query(sql.unsafe`
    delete from attachment_message where realm_id = ${realmId} and attachment_id = ${id}
      and not exists (select from attachment a where a.realm_id = ${realmId} and a.id = ${id})`);
  return gone;
}

interface Links {
  readonly realmId: number;
  readonly messageId: number;
  readonly attachmentIds: readonly number[];
}

/** Makes the message link to exactly these files; returns the ids of files that it began or ceased to link to. */
export async function replaceLinks(
  tx: Transaction,
  { realmId, messageId, attachmentIds }: Links,
): Promise<readonly number[]> {
  const wanted = sql.array([...attachmentIds], "int8");
  const changed = z.object({ id: z.number() });
  const gone = await tx.anyFirst(sql.type(changed)`
    delete from attachment_message
    where realm_id = ${realmId} and message_id = ${messageId} and attachment_id <> all(${wanted})
    returning attachment_id as id`);
  const added = await tx.anyFirst(sql.type(changed)`
    insert into attachment_message (realm_id, message_id, attachment_id)
    select ${realmId}, ${messageId}, id from unnest(${wanted}) as id on conflict do nothing returning attachment_id as id`);
  await tx.query(sql.unsafe`
    update attachment set claimed = true where realm_id = ${realmId} and id = any(${wanted}) and not claimed`);
  await tx.query(sql.unsafe`
    update message set has_attachment = ${attachmentIds.length > 0}
    where realm_id = ${realmId} and id = ${messageId} and has_attachment <> ${attachmentIds.length > 0}`);
  return [...gone, ...added];
}

/** Lists the files that these messages link to. */
export function listLinkedBy(
  tx: Transaction,
  realmId: number,
  messageIds: readonly number[],
): Promise<readonly number[]> {
  return tx.anyFirst(sql.type(z.object({ id: z.number() }))`
    select distinct attachment_id as id from attachment_message
    where realm_id = ${realmId} and message_id = any(${sql.array([...messageIds], "int8")})`);
}
