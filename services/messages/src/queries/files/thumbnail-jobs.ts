import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { ThumbnailRow } from "./attachments.ts";

interface AttachmentRef {
  readonly realmId: number;
  readonly id: number;
}

const jobRow = z.object({ realmId: z.number(), id: z.number(), tries: z.number() });

/** A picture of which thumbnails are to be made, and how often that was begun. */
export type ThumbnailJob = z.infer<typeof jobRow>;

/** Notes that thumbnails of a file are to be made; whoever looks from a time on, in UNIX milliseconds, takes it. */
export async function insertThumbnailJob(
  tx: Transaction,
  { id, realmId }: AttachmentRef,
  dueMs: number,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into thumbnail_job (realm_id, attachment_id, due_at)
    values (${realmId}, ${id}, ${new Date(dueMs).toISOString()}::timestamptz)`);
}

/** Takes a job that nobody has begun; null when somebody has, or there is none. */
export function takeNewJob(
  db: Connection,
  { id, realmId }: AttachmentRef,
  untilMs: number,
): Promise<ThumbnailJob | null> {
  return db.maybeOne(sql.type(jobRow)`
    update thumbnail_job set tries = 1, due_at = ${new Date(untilMs).toISOString()}::timestamptz
    where realm_id = ${realmId} and attachment_id = ${id} and tries = 0
    returning realm_id as "realmId", attachment_id as id, tries`);
}

/** Takes the job that has been due for longest, and keeps it from others until a time; null when none is due. */
export function takeDueJob(
  db: Connection,
  { nowMs, untilMs }: { readonly nowMs: number; readonly untilMs: number },
): Promise<ThumbnailJob | null> {
  return db.maybeOne(sql.type(jobRow)`
    update thumbnail_job set tries = tries + 1, due_at = ${new Date(untilMs).toISOString()}::timestamptz
    where (realm_id, attachment_id) = (
      select realm_id, attachment_id from thumbnail_job where due_at <= ${new Date(nowMs).toISOString()}::timestamptz
      order by due_at limit 1 for update skip locked)
    returning realm_id as "realmId", attachment_id as id, tries`);
}

/** Ends a job; false when somebody else has taken it since, or its file is gone. */
export async function endJob(
  tx: Transaction,
  { id, realmId, tries }: ThumbnailJob,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from thumbnail_job where realm_id = ${realmId} and attachment_id = ${id} and tries = ${tries}`);
  return rowCount > 0;
}

/** Stores what became of a picture: its thumbnails, or that there are none. */
export async function updateThumbnails(
  tx: Transaction,
  { id, realmId }: AttachmentRef,
  {
    isAnimated,
    thumbnails,
  }: { readonly isAnimated: boolean; readonly thumbnails: readonly ThumbnailRow[] },
): Promise<void> {
  await tx.query(sql.unsafe`
    update attachment set thumbnail_state = ${thumbnails.length > 0 ? "ready" : null}, is_animated = ${isAnimated},
      thumbnails = ${JSON.stringify(thumbnails)}::jsonb
    where realm_id = ${realmId} and id = ${id}`);
}
