import { sql } from "@team-chat/pg";

/**
 * Named queries of where the users receive messages, for rows to read `place` from; what is newest there is found once
 * for all of them. `unread` is what a user received and did not read, `near` the newest message that the user received.
 */
export const standing = sql.fragment`
    standing as materialized (
      select ur.user_id, ur.recipient_id, ur.received, ur.read, r.channel_id, r.participants, r.revision
      from batch join user_recipient ur on ur.realm_id = batch.realm_id and ur.user_id = any(batch.user_ids)
        join recipient r on r.realm_id = ur.realm_id and r.id = ur.recipient_id
    ), newest as materialized (
      select each_place.recipient_id, m.id
      from batch cross join (select distinct recipient_id from standing) each_place cross join lateral (
        select id from message m
        where m.realm_id = batch.realm_id and m.recipient_id = each_place.recipient_id
        order by id desc limit 1
      ) m
    ), place as materialized (
      select user_id, recipient_id, channel_id, participants, revision, newest.id as newest,
        (received - read) * int8multirange(int8range(1, newest.id + 1)) as unread,
        case when received @> newest.id then newest.id else (
          select m.id from message m
          where m.realm_id = batch.realm_id and m.recipient_id = standing.recipient_id and standing.received @> m.id
          order by m.id desc limit 1
        ) end as near
      from batch cross join standing join newest using (recipient_id)
    )`;
