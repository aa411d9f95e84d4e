import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

const row = z.object({
  channelId: z.number(),
  firstMessageId: z.number(),
  newestSentAt: z.number(),
  messages: z.number().nullable(),
});

interface Search {
  readonly realmId: number;
  readonly channelIds: readonly number[];
  /** UNIX seconds; null counts nothing. */
  readonly countSince: number | null;
}

/**
 * Lists of each channel with messages: the oldest, the time of the newest, and how many were sent since a time. Two
 * index probes for each channel; what is counted is read from the index alone, from the id on that a binary search
 * finds for the time, as ids ascend with time.
 */
export function listChannelFacts(
  db: Connection,
  { channelIds, countSince, realmId }: Search,
): Promise<readonly z.output<typeof row>[]> {
  return db.any(sql.type(row)`
    with recursive search as (
      select min(id) as low, max(id) + 1 as high from message where realm_id = ${realmId} and ${countSince}::int8 is not null
      union all
      select case when probe.is_before then probe.id + 1 else search.low end,
        case when probe.is_before then search.high else (search.low + search.high) / 2 end
      from search cross join lateral (
        select id, sent_at < to_timestamp(${countSince}::int8) as is_before from message
        where realm_id = ${realmId} and id >= (search.low + search.high) / 2 order by id limit 1
      ) as probe
      where search.low < search.high
    ), since as (
      select low as id from search where low >= high
    )
    select recipient.channel_id as "channelId", oldest.id as "firstMessageId", newest.sent_at as "newestSentAt", case
      when ${countSince}::int8 is not null then (
        select count(*) from message where realm_id = ${realmId} and recipient_id = recipient.id
          and id >= (select id from since)
      ) end as messages
    from recipient
    cross join lateral (
      select id from message where realm_id = ${realmId} and recipient_id = recipient.id order by id limit 1
    ) as oldest
    cross join lateral (
      select floor(extract(epoch from sent_at))::int8 as sent_at from message
      where realm_id = ${realmId} and recipient_id = recipient.id order by id desc limit 1
    ) as newest
    where recipient.realm_id = ${realmId} and recipient.channel_id = any(${sql.array(channelIds, "int8")})`);
}
