import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { StoredFile } from "./attachments.ts";

const removal = z.object({
  realmId: z.number(),
  pathId: z.string(),
  place: z.enum(["disk", "s3", "database"]),
});

/** A file outside of the database that is to go. */
export type FileRemoval = z.infer<typeof removal>;

/** Notes that a file is to go at a time, in UNIX milliseconds. */
export async function noteRemoval(
  db: Connection,
  { realmId, pathId, place }: FileRemoval,
  atMs: number,
): Promise<void> {
  await db.query(sql.unsafe`
    insert into file_removal (realm_id, path_id, place, remove_at)
    values (${realmId}, ${pathId}, ${place}, ${new Date(atMs).toISOString()}::timestamptz)`);
}

/** Lets a file stay after all; false when it is gone already. */
export async function withdrawRemoval(
  tx: Connection,
  realmId: number,
  pathId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from file_removal where realm_id = ${realmId} and path_id = ${pathId}`);
  return rowCount > 0;
}

/**
 * Takes removals that are due and that no other process has taken. While anything of an organization is exported
 * files stay: the export shows a moment at which they were there.
 */
export function takeRemovals(
  tx: Transaction,
  nowMs: number,
  limit: number,
): Promise<readonly FileRemoval[]> {
  return tx.any(sql.type(removal)`
    delete from file_removal using (
      select realm_id, path_id from file_removal where remove_at <= ${new Date(nowMs).toISOString()}::timestamptz
        and not exists (select from realm_export e where e.realm_id = file_removal.realm_id and e.state = 'running')
        and not exists (select from hold_export e where e.realm_id = file_removal.realm_id and e.state = 'running')
        and not exists (select from person_export e where e.realm_id = file_removal.realm_id and e.state = 'running')
      order by remove_at limit ${limit} for update skip locked
    ) due where file_removal.realm_id = due.realm_id and file_removal.path_id = due.path_id
    returning file_removal.realm_id as "realmId", file_removal.path_id as "pathId", file_removal.place`);
}

/** Notes that the bytes of files that are outside of the row, and those of their thumbnails, are to go. */
export async function noteRemovalsOf(
  tx: Transaction,
  realmId: number,
  { files, atMs }: { files: readonly StoredFile[]; atMs: number },
): Promise<void> {
  const outside = files
    .flatMap(({ pathId, place, thumbnails, userId }) =>
      [{ pathId, place }, ...thumbnails].map((file) => ({ ...file, userId })),
    )
    .filter(({ place }) => place !== null);
  if (outside.length === 0) return;
  await tx.query(sql.unsafe`
    insert into file_removal (realm_id, path_id, place, user_id, remove_at)
    select ${realmId}, path_id, place, user_id, ${new Date(atMs).toISOString()}::timestamptz
    from unnest(${sql.array(
      outside.map(({ pathId }) => pathId),
      "text",
    )}, ${sql.array(
      outside.map(({ place }) => place),
      "text",
    )}, ${sql.array(
      outside.map(({ userId }) => userId),
      "int8",
    )}) as gone(path_id, place, user_id)`);
}

/** Lists where an organization has files outside of rows: uploads, archives, and those that are to go. */
export function listFilePlaces(
  db: Connection,
  realmId: number,
): Promise<readonly FileRemoval["place"][]> {
  return db.anyFirst(sql.type(removal.pick({ place: true }))`
    select place from attachment where realm_id = ${realmId} and place is not null
    union select place from held_file where realm_id = ${realmId} and place is not null
    union select place from export_part where realm_id = ${realmId}
    union select place from hold_export_part where realm_id = ${realmId}
    union select place from person_export_part where realm_id = ${realmId}
    union select place from file_removal where realm_id = ${realmId}`);
}
