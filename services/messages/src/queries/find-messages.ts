// See docs/subsystems/messages.md.
import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

import { flagBits } from "./flag-bits.ts";

type Fragment = ReturnType<typeof sql.fragment>;

/** Whose messages are searched, and for which. */
export interface Search {
  readonly realmId: number;
  readonly userId: number;
  /** Over `m`, `ur` and `um`. */
  readonly where: Fragment;
  /** Whether what the user never received is searched too; then `where` names channels that allow it. */
  readonly wholeHistory: boolean;
  /** An index finds what matches; else the newest of each recipient are looked at. */
  readonly selective: boolean;
  readonly unread: boolean;
  /** Whether `where` looks at `um`: joining it costs more than all else where it is not needed. */
  readonly flags: boolean;
  /** Channels whose messages the user may not read. */
  readonly inaccessible: readonly number[];
}

/** A stretch of ids to take messages from, beginning at its near end. */
export interface Stretch {
  readonly direction: "before" | "after" | "at";
  readonly anchor: number;
  readonly limit: number;
}

const idRow = z.object({ id: z.number(), direction: z.enum(["before", "after", "at"]) });

export type FoundId = z.infer<typeof idRow>;

/** Ids of matching messages in each stretch, in no particular order. */
export async function findIds(
  db: Connection,
  search: Search,
  stretches: readonly Stretch[],
): Promise<readonly FoundId[]> {
  if (stretches.length === 0) return [];
  const parts = stretches.map(
    (stretch) =>
      sql.fragment`(select found.id, ${stretch.direction} as direction from (${sourceOf(search, stretch)}) found)`,
  );
  return db.any(sql.type(idRow)`${sql.join(parts, sql.fragment` union all `)}`);
}

/** Of these messages those that match. */
export function findAmong(
  db: Connection,
  search: Search,
  ids: readonly number[],
): Promise<readonly FoundId[]> {
  const where = sql.fragment`(${search.where} and m.id = any(${sql.array([...ids], "int8")}))`;
  return findIds(db, { ...search, where, selective: true, unread: false }, [
    { direction: "after", anchor: 0, limit: ids.length },
  ]);
}

/** The oldest unread message that matches, except in these channels. */
export async function findFirstUnread(
  db: Connection,
  search: Search,
  muted: readonly number[],
): Promise<number | null> {
  const where = sql.fragment`(${search.where} and ${notIn(sql.fragment`m.channel_id`, muted)})`;
  const [first] = await findIds(db, { ...search, where, unread: true }, [
    { direction: "after", anchor: 0, limit: 1 },
  ]);
  return first?.id ?? null;
}

function sourceOf(search: Search, stretch: Stretch): Fragment {
  if (stretch.direction === "at") return messageSource(search, stretch);
  if (search.unread) return rangeSource(search, stretch, sql.fragment`(kept.received - kept.read)`);
  return search.selective || search.wholeHistory
    ? messageSource(search, stretch)
    : feedSource(search, stretch);
}

/** Messages by whatever index suits the condition, checked one by one for having been received. */
function messageSource(search: Search, stretch: Stretch): Fragment {
  const { realmId, where, wholeHistory, inaccessible } = search;
  const visible = wholeHistory
    ? sql.fragment`true`
    : sql.fragment`(ur.received @> m.id or um.message_id is not null) and ${notIn(sql.fragment`m.channel_id`, inaccessible)}`;
  return sql.fragment`
    select m.id from message m ${readerOf(search)}
    where m.realm_id = ${realmId} and ${within(stretch)} and ${visible} and ${where}
    ${nearest(stretch, sql.fragment`m.id`)}`;
}

/** What was received, and what was added to the history later. */
function feedSource(search: Search, stretch: Stretch): Fragment {
  const { realmId, userId, where, inaccessible } = search;
  return sql.fragment`
    select id from (
      (${rangeSource(search, stretch, sql.fragment`kept.received`)})
      union
      (select m.id from user_message um join message m on m.realm_id = um.realm_id and m.id = um.message_id
        left join user_recipient ur on ur.realm_id = m.realm_id and ur.user_id = um.user_id and ur.recipient_id = m.recipient_id
      where um.realm_id = ${realmId} and um.user_id = ${userId} and um.flags & ${flagBits.historical} <> 0
        and ${within(stretch)} and ${notIn(sql.fragment`m.channel_id`, inaccessible)} and ${where}
      ${nearest(stretch, sql.fragment`m.id`)})
    ) either
    ${nearest(stretch, sql.fragment`id`)}`;
}

/**
 * The nearest messages of each range of ids of each recipient, and of those the nearest. Ranges taken apart are bounds of index
 * scans; the fences (offset 0) keep Postgres from joining them with the whole table (reference/measurements.md 3b').
 */
function rangeSource(...[search, stretch, ranges]: [Search, Stretch, Fragment]): Fragment {
  const { realmId, userId, where, inaccessible } = search;
  return sql.fragment`
    select near.id from (
      select kept.*, lower(part) as low, coalesce(upper(part), 9223372036854775807) as high
      from user_recipient kept join recipient r on r.realm_id = kept.realm_id and r.id = kept.recipient_id
        cross join lateral unnest(${ranges}) as part
      where kept.realm_id = ${realmId} and kept.user_id = ${userId} and ${notIn(sql.fragment`r.channel_id`, inaccessible)}
      offset 0
    ) ur cross join lateral (
      select m.id from message m ${flagsOf(search)}
      where m.realm_id = ${realmId} and m.recipient_id = ur.recipient_id and m.id >= ur.low and m.id < ur.high
        and ${within(stretch)} and ${where}
      ${nearest(stretch, sql.fragment`m.id`)}
    ) near
    ${nearest(stretch, sql.fragment`near.id`)}`;
}

function readerOf(search: Search): Fragment {
  return sql.fragment`
    left join user_recipient ur on ur.realm_id = m.realm_id and ur.user_id = ${search.userId} and ur.recipient_id = m.recipient_id
    ${flagsOf({ ...search, flags: search.flags || !search.wholeHistory })}`;
}

function flagsOf({ userId, flags }: Pick<Search, "userId" | "flags">): Fragment {
  if (!flags) return sql.fragment``;
  return sql.fragment`
    left join user_message um on um.realm_id = m.realm_id and um.user_id = ${userId} and um.message_id = m.id`;
}

function within({ direction, anchor }: Stretch): Fragment {
  if (direction === "at") return sql.fragment`m.id = ${anchor}`;
  return direction === "before" ? sql.fragment`m.id < ${anchor}` : sql.fragment`m.id > ${anchor}`;
}

function nearest({ direction, limit }: Stretch, id: Fragment): Fragment {
  return direction === "before"
    ? sql.fragment`order by ${id} desc limit ${limit}`
    : sql.fragment`order by ${id} limit ${limit}`;
}

function notIn(channelId: Fragment, ids: readonly number[]): Fragment {
  if (ids.length === 0) return sql.fragment`true`;
  return sql.fragment`(${channelId} is null or ${channelId} <> all(${sql.array([...ids], "int8")}))`;
}
