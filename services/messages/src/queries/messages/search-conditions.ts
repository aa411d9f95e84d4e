// See docs/subsystems/messages.md.
import { type Fragment, sql } from "@team-chat/pg";

/** A topic of a channel, in whatever letter case. */
export interface ChannelTopic {
  readonly channelId: number;
  readonly topic: string;
}

/** Recipients that a condition over `r` (recipient) allows, and topics besides. */
export interface Area {
  readonly recipients: Fragment;
  readonly topics: readonly ChannelTopic[];
}

/** Messages that have one of these bits for their reader, and perhaps those received that mention everybody. */
export interface Flagged {
  readonly bits: number;
  readonly everyone: boolean;
}

/** Condition on messages, and where to look for those that meet it. */
export interface Condition {
  /** Over `m`, `ur` and `um`; says nothing of what is unread. */
  readonly where: Fragment;
  /** True if messages that the user never received are searched too; then `where` names channels that allow it. */
  readonly wholeHistory: boolean;
  /** An index finds what matches; else the newest of each recipient are looked at. */
  readonly selective: boolean;
  /** Only what is not read matches. */
  readonly unread: boolean;
  /** True if `where` looks at `um`: joining it needlessly would cost more than all else. */
  readonly flags: boolean;
  readonly flagged: Flagged | null;
  /** Over `m`: whether it has all words that are searched for; null when none are. */
  readonly words: Fragment | null;
  /** True if one plan is good for all values: the condition names ids or uses an index, and has few different texts. */
  readonly steady: boolean;
  /** Over `r`: recipients whose messages can match. */
  readonly places: Fragment;
  readonly area: Area | null;
}

/** Condition and reader of a search. */
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

/** Builds the condition for a source that does not look at unread messages alone. */
export function conditionOf({ where, words, unread }: Search): Fragment {
  const all = [where, ...(words ? [words] : []), ...(unread ? [isUnread] : [])];
  return sql.fragment`(${sql.join(all, sql.fragment` and `)})`;
}

/** Joins what the reader of `m` has: `ur`, where they receive, and `um`, their flags, if a condition looks at them. */
export function readerOf(search: Search): Fragment {
  return sql.fragment`
    left join user_recipient ur on ur.realm_id = m.realm_id and ur.user_id = ${search.userId} and ur.recipient_id = m.recipient_id
    ${flagsOf({ ...search, flags: search.flags || !search.wholeHistory })}`;
}

/** Builds the condition that the reader may see `m`, over what `readerOf` joins. */
export function visible({ wholeHistory, inaccessible }: Search): Fragment {
  if (wholeHistory) return sql.fragment`true`;
  return sql.fragment`((ur.received @> m.id or um.message_id is not null) and ${notIn(sql.fragment`m.channel_id`, inaccessible)})`;
}

/** Joins the flags that the reader of `m` has (`um`), if a condition looks at them. */
export function flagsOf({ userId, flags }: Pick<Search, "userId" | "flags">): Fragment {
  if (!flags) return sql.fragment``;
  return sql.fragment`left join user_message um on um.realm_id = m.realm_id and um.user_id = ${userId} and um.message_id = m.id`;
}

/** Builds the condition that an id lies on the side of the anchor that is asked for. */
export function within({ direction, anchor }: Stretch, id: Fragment): Fragment {
  if (direction === "at") return sql.fragment`${id} = ${anchor}`;
  return direction === "before" ? sql.fragment`${id} < ${anchor}` : sql.fragment`${id} > ${anchor}`;
}

/** Orders from the anchor on, and takes as many as are wanted. */
export function nearest({ direction, limit }: Stretch, id: Fragment): Fragment {
  return direction === "before"
    ? sql.fragment`order by ${id} desc limit ${limit}`
    : sql.fragment`order by ${id} limit ${limit}`;
}

/** Builds the condition that a channel is none of these; direct messages have none. */
export function notIn(channelId: Fragment, ids: readonly number[]): Fragment {
  if (ids.length === 0) return sql.fragment`true`;
  return sql.fragment`(${channelId} is null or ${channelId} <> all(${sql.array([...ids], "int8")}))`;
}
