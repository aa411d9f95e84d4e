// See docs/subsystems/messages.md.
import { sql } from "@team-chat/pg";

import { flagBits } from "./flag-bits.ts";

export type Fragment = ReturnType<typeof sql.fragment>;

/** A topic of a channel, in whatever letter case. */
export interface TopicPlace {
  readonly channelId: number;
  readonly topic: string;
}

/** Recipients that a condition over `r` (recipient) allows, and topics besides. */
export interface Area {
  readonly recipients: Fragment;
  readonly topics: readonly TopicPlace[];
}

/** Messages that have one of these bits for their reader, and perhaps those received that mention everybody. */
export interface Flagged {
  readonly bits: number;
  readonly everyone: boolean;
}

/** Which messages match, and where to look for them. */
export interface Condition {
  /** Over `m`, `ur` and `um`; says nothing of what is unread. */
  readonly where: Fragment;
  /** Whether what the user never received is searched too; then `where` names channels that allow it. */
  readonly wholeHistory: boolean;
  /** An index finds what matches; else the newest of each recipient are looked at. */
  readonly selective: boolean;
  /** Only what is not read matches. */
  readonly unread: boolean;
  /** Whether `where` looks at `um`: joining it costs more than all else where it is not needed. */
  readonly flags: boolean;
  readonly flagged: Flagged | null;
  /** Over `r`: recipients whose messages can match. */
  readonly places: Fragment;
  readonly area: Area | null;
}

/** Whose messages are searched, and for which. */
export interface Search extends Condition {
  readonly realmId: number;
  readonly userId: number;
  /** Channels whose messages the user may not read. */
  readonly inaccessible: readonly number[];
}

/** A stretch of ids to take messages from, beginning at its near end; `among` those that the condition names. */
export interface Stretch {
  readonly direction: "before" | "after" | "at" | "among";
  readonly anchor: number;
  readonly limit: number;
}

export const received = sql.fragment`coalesce(ur.received @> m.id, false)`;
export const isUnread = sql.fragment`(${received} and not ur.read @> m.id)`;

/** The nearest matching messages of a stretch as `id`, from wherever they are found with the least looking. */
export function sourceOf(search: Search, stretch: Stretch): Fragment {
  const named = stretch.direction === "at" || stretch.direction === "among";
  const sources = named ? [messageSource(search, stretch)] : sourcesOf(search, stretch);
  const [only] = sources;
  if (only && sources.length === 1) return only;
  const all = sources.map((source) => sql.fragment`(${source})`);
  return sql.fragment`
    select id from (${sql.join(all, sql.fragment` union `)}) either ${nearest(stretch, sql.fragment`id`)}`;
}

function sourcesOf(search: Search, stretch: Stretch): Fragment[] {
  const { flagged, area, places, unread } = search;
  if (flagged) {
    const sources = [flagSource(search, stretch, flagged.bits)];
    if (flagged.everyone)
      sources.push(
        rangeSource(search, stretch, {
          recipients: places,
          and: sql.fragment`m.mentions_everyone`,
        }),
      );
    return sources;
  }
  if (!unread && (search.selective || search.wholeHistory)) return [messageSource(search, stretch)];
  const recipients = area ? sql.fragment`(${area.recipients} and ${places})` : places;
  const sources = [rangeSource(search, stretch, { recipients, and: sql.fragment`true` })];
  if (area && area.topics.length > 0) sources.push(topicSource(search, stretch, area.topics));
  // What was added to the history later; where it is unread it counts as received.
  if (!unread) sources.push(flagSource(search, stretch, flagBits.historical));
  return sources;
}

/** The condition for a source that does not look at unread messages alone. */
function conditionOf({ where, unread }: Search): Fragment {
  return unread ? sql.fragment`(${isUnread} and ${where})` : where;
}

/** Messages by whatever index suits the condition, checked one by one for having been received. */
function messageSource(search: Search, stretch: Stretch): Fragment {
  const { realmId, userId, wholeHistory, inaccessible, flags } = search;
  const visible = wholeHistory
    ? sql.fragment`true`
    : sql.fragment`(ur.received @> m.id or um.message_id is not null) and ${notIn(sql.fragment`m.channel_id`, inaccessible)}`;
  return sql.fragment`
    select m.id from message m
      left join user_recipient ur on ur.realm_id = m.realm_id and ur.user_id = ${userId} and ur.recipient_id = m.recipient_id
      ${flagsOf({ userId, flags: flags || !wholeHistory })}
    where m.realm_id = ${realmId} and ${within(stretch, sql.fragment`m.id`)} and ${visible} and ${conditionOf(search)}
    ${nearest(stretch, sql.fragment`m.id`)}`;
}

/** Messages that have one of these bits for the user: there is a partial index for each that is asked for. */
function flagSource(search: Search, stretch: Stretch, bits: number): Fragment {
  const { realmId, userId, inaccessible } = search;
  return sql.fragment`
    select m.id from user_message um join message m on m.realm_id = um.realm_id and m.id = um.message_id
      left join user_recipient ur on ur.realm_id = m.realm_id and ur.user_id = um.user_id and ur.recipient_id = m.recipient_id
    where um.realm_id = ${realmId} and um.user_id = ${userId} and um.flags & ${bits} <> 0 and ${within(stretch, sql.fragment`um.message_id`)}
      and ${notIn(sql.fragment`m.channel_id`, inaccessible)} and ${conditionOf(search)}
    ${nearest(stretch, sql.fragment`um.message_id`)}`;
}

/**
 * The nearest messages of each range of ids of each recipient, and of those the nearest. Ranges taken apart are bounds of index
 * scans; the fences (offset 0) keep Postgres from joining them with the whole table (reference/measurements.md 3b').
 */
function rangeSource(
  search: Search,
  stretch: Stretch,
  { recipients, and }: { readonly recipients: Fragment; readonly and: Fragment },
): Fragment {
  const { realmId, userId, inaccessible } = search;
  return sql.fragment`
    select near.id from (
      select kept.*, lower(part) as low, coalesce(upper(part), 9223372036854775807) as high
      from user_recipient kept join recipient r on r.realm_id = kept.realm_id and r.id = kept.recipient_id
        cross join lateral unnest(${rangesOf(search)}) as part
      where kept.realm_id = ${realmId} and kept.user_id = ${userId} and ${notIn(sql.fragment`r.channel_id`, inaccessible)} and ${recipients}
      offset 0
    ) ur cross join lateral (
      select m.id from message m ${flagsOf(search)}
      where m.realm_id = ${realmId} and m.recipient_id = ur.recipient_id and m.id >= ur.low and m.id < ur.high
        and ${within(stretch, sql.fragment`m.id`)} and ${and} and ${search.where}
      ${nearest(stretch, sql.fragment`m.id`)}
    ) near
    ${nearest(stretch, sql.fragment`near.id`)}`;
}

/** The same of each topic. */
function topicSource(search: Search, stretch: Stretch, topics: readonly TopicPlace[]): Fragment {
  const { realmId, userId, inaccessible, places } = search;
  const pairs = topics.map(({ channelId, topic }) => [channelId, topic] as const);
  return sql.fragment`
    select near.id from (
      select kept.*, lower(place.topic) as topic, lower(part) as low, coalesce(upper(part), 9223372036854775807) as high
      from ${sql.unnest(pairs, ["int8", "text"])} as place(channel_id, topic)
        join recipient r on r.realm_id = ${realmId} and r.channel_id = place.channel_id
        join user_recipient kept on kept.realm_id = ${realmId} and kept.user_id = ${userId} and kept.recipient_id = r.id
        cross join lateral unnest(${rangesOf(search)}) as part
      where ${notIn(sql.fragment`r.channel_id`, inaccessible)} and ${places}
      offset 0
    ) ur cross join lateral (
      select m.id from message m ${flagsOf(search)}
      where m.realm_id = ${realmId} and m.recipient_id = ur.recipient_id and m.channel_id is not null and lower(m.topic) = ur.topic
        and m.id >= ur.low and m.id < ur.high and ${within(stretch, sql.fragment`m.id`)} and ${search.where}
      ${nearest(stretch, sql.fragment`m.id`)}
    ) near
    ${nearest(stretch, sql.fragment`near.id`)}`;
}

function rangesOf({ unread }: Search): Fragment {
  return unread ? sql.fragment`(kept.received - kept.read)` : sql.fragment`kept.received`;
}

function flagsOf({ userId, flags }: Pick<Search, "userId" | "flags">): Fragment {
  if (!flags) return sql.fragment``;
  return sql.fragment`left join user_message um on um.realm_id = m.realm_id and um.user_id = ${userId} and um.message_id = m.id`;
}

function within({ direction, anchor }: Stretch, id: Fragment): Fragment {
  if (direction === "at") return sql.fragment`${id} = ${anchor}`;
  return direction === "before" ? sql.fragment`${id} < ${anchor}` : sql.fragment`${id} > ${anchor}`;
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
