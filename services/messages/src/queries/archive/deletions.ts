import { deletionReasons } from "@team-chat/contract";
import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

const deletionRow = z.object({
  id: z.number(),
  reason: z.enum(deletionReasons),
  deletedBy: z.number().nullable(),
  /** UNIX seconds. */
  deletedAt: z.number(),
  channelId: z.number().nullable(),
  topic: z.string(),
  messages: z.number(),
  first: z.number(),
  last: z.number(),
});

/** A deletion, and what of it is in the archive. */
export type DeletionRow = z.output<typeof deletionRow>;

/** Conditions, of which those that are null hold for everything; times are UNIX seconds. */
interface Search {
  readonly realmId: number;
  /** Deletions before this cannot be taken back; UNIX milliseconds. */
  readonly keptSinceMs: number;
  readonly beforeId: number | null;
  readonly channelId: number | null;
  readonly topic: string | null;
  readonly deletedBy: number | null;
  readonly since: number | null;
  readonly until: number | null;
  readonly limit: number;
}

/** Lists deletions that administrators may know of, the newest first. */
export function listDeletionRows(
  db: Connection,
  { keptSinceMs, limit, realmId, ...of }: Search,
): Promise<readonly DeletionRow[]> {
  return db.any(sql.type(deletionRow)`
    select d.id, d.reason, d.deleted_by as "deletedBy", floor(extract(epoch from d.deleted_at))::int8 as "deletedAt",
      d.channel_id as "channelId", d.topic, kept.messages, kept.first, kept.last
    from message_deletion d cross join lateral (
      select count(*) as messages, min(m.id) as first, max(m.id) as last
      from archived_message m where m.realm_id = ${realmId} and m.deletion_id = d.id
    ) kept
    where d.realm_id = ${realmId} and (d.channel_id is not null or d.reason = 'retention')
      and d.deleted_at >= ${new Date(keptSinceMs).toISOString()}::timestamptz
      and (${of.beforeId}::int8 is null or d.id < ${of.beforeId})
      and (${of.channelId}::int8 is null or d.channel_id = ${of.channelId})
      and (${of.topic}::text is null or d.channel_id is not null and lower(d.topic) = lower(${of.topic}))
      and (${of.deletedBy}::int8 is null or d.deleted_by = ${of.deletedBy})
      and (${of.since}::int8 is null or d.deleted_at >= to_timestamp(${of.since}::int8))
      and (${of.until}::int8 is null or d.deleted_at < to_timestamp(${of.until}::int8))
    order by d.id desc limit ${limit}`);
}
