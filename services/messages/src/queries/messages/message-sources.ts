// See docs/subsystems/messages.md.
import { type Fragment, sql } from "@team-chat/pg";

import { flagBits, mentionBits } from "./flag-bits.ts";

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

/**
 * Selects the nearest matching messages of a stretch with these columns of `m`, if they are read one by one in the
 * order of an index anyway; null when ids alone are cheaper to look for.
 */
export function rowsOf(search: Search, stretch: Stretch, columns: Fragment): Fragment | null {
  const { flagged, selective, steady, unread, wholeHistory, words } = search;
  const isPlain = steady && wholeHistory && !selective && !unread && !flagged && !words;
  return isPlain ? messageSource(search, stretch, columns) : null;
}

/** Selects the nearest matching messages of a stretch as `id`, from wherever they are found with the least looking. */
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
  if (search.words && !unread) return [wordSource(search, stretch, search.words)];
  if (!unread && (search.selective || search.wholeHistory)) return [messageSource(search, stretch)];
  const recipients = area ? sql.fragment`(${area.recipients} and ${places})` : places;
  const sources = [rangeSource(search, stretch, { recipients, and: sql.fragment`true` })];
  if (area && area.topics.length > 0) sources.push(topicSource(search, stretch, area.topics));
  // What was added to the history later; where it is unread it counts as received.
  if (!unread) sources.push(flagSource(search, stretch, flagBits.historical));
  return sources;
}

/** Builds the condition for a source that does not look at unread messages alone. */
function conditionOf({ where, words, unread }: Search): Fragment {
  const all = [where, ...(words ? [words] : []), ...(unread ? [isUnread] : [])];
  return sql.fragment`(${sql.join(all, sql.fragment` and `)})`;
}

/** Selects messages by whatever index suits the condition, checked one by one for having been received. */
function messageSource(search: Search, stretch: Stretch, columns = sql.fragment`m.id`): Fragment {
  return sql.fragment`
    select ${columns} from message m ${readerOf(search)}
    where m.realm_id = ${search.realmId} and ${within(stretch, sql.fragment`m.id`)} and ${visible(search)} and ${conditionOf(search)}
    ${nearest(stretch, sql.fragment`m.id`)}`;
}

/**
 * Selects messages with words: the nearest messages are looked through, and if those were not enough their index is
 * asked, first of a stretch beyond them that should have enough, then of all messages. Postgres cannot tell how rare
 * words are, and their index knows no order: asked about all messages, it has all that match read.
 */
function wordSource(search: Search, stretch: Stretch, words: Fragment): Fragment {
  const { realmId, where } = search;
  const limits = sql.fragment`m.realm_id = ${realmId} and ${within(stretch, sql.fragment`m.id`)} and ${where}`;
  const matching = (messages: Fragment) => sql.fragment`
    select m.id from (${messages} offset 0) m ${readerOf(search)}
    where ${visible(search)} and ${words} ${nearest(stretch, sql.fragment`m.id`)}`;
  const window = (columns: Fragment) => sql.fragment`
    select ${columns} from message m ${readerOf(search)} where ${limits} ${nearest({ ...stretch, limit: wordWindow }, sql.fragment`m.id`)}`;
  const all = sql.fragment`select m.* from message m ${readerOf(search)} where ${limits} and ${words}`;
  return sql.fragment`
    with near as materialized (${matching(window(sql.fragment`m.*`))}), far as materialized (
      select m.id from (${partBeyond(stretch, window(sql.fragment`m.id`))}) part
        cross join lateral (${matching(sql.fragment`${all} and ${isInPart}`)}) m
    ), rest as (
      ${matching(sql.fragment`select * from (${all}) m where (select count(*) from near) + (select count(*) from far) < ${stretch.limit}`)}
    )
    select id from (select id from near union select id from far union select id from rest) either ${nearest(stretch, sql.fragment`id`)}`;
}

/** Nearest messages that are looked through for words before their index is asked. */
const wordWindow = 3000;
/** Most ids of the stretch beyond: each of its 62 blocks is one more entry of the index to read. */
const partLength = 1_000_000;

/**
 * Selects the stretch of ids (`first`, `last`, and their `blocks`) beyond those of a full window that has twice as many
 * messages as are wanted, if as many match there as in the window (`near`). None if the window had enough, or has all
 * there are.
 */
function partBeyond({ direction, limit }: Stretch, window: Fragment): Fragment {
  const bounds =
    direction === "before"
      ? sql.fragment`lowest - length as first, lowest - 1 as last`
      : sql.fragment`highest + 1 as first, highest + length as last`;
  return sql.fragment`
    select first, last, array(select generate_series(first >> 14, last >> 14)) as blocks from (
      select ${bounds} from (
        select lowest, highest, least((highest - lowest + 1) * 2.0 * ${limit} / greatest(found, 1), ${partLength})::int8 as length
        from (select min(id) as lowest, max(id) as highest, count(*) as looked from (${window}) m) seen
          cross join (select count(*) as found from near) matches
        where found < ${limit} and looked = ${wordWindow}
      ) part
    ) bounds`;
}

/**
 * Tells whether a message is of a stretch (`part`), by its block of 16,384 ids: the index of words has the blocks, and
 * reads of each word nothing beyond. The sum keeps Postgres from reading all ids of the stretch from their index.
 */
const isInPart = sql.fragment`array[m.id >> 14] && part.blocks and m.id + 0 between part.first and part.last`;

function readerOf(search: Search): Fragment {
  return sql.fragment`
    left join user_recipient ur on ur.realm_id = m.realm_id and ur.user_id = ${search.userId} and ur.recipient_id = m.recipient_id
    ${flagsOf({ ...search, flags: search.flags || !search.wholeHistory })}`;
}

function visible({ wholeHistory, inaccessible }: Search): Fragment {
  if (wholeHistory) return sql.fragment`true`;
  return sql.fragment`((ur.received @> m.id or um.message_id is not null) and ${notIn(sql.fragment`m.channel_id`, inaccessible)})`;
}

/** Selects messages that have one of these bits for the user: there is a partial index for each that is asked for. */
function flagSource(search: Search, stretch: Stretch, bits: number): Fragment {
  const { realmId, userId, inaccessible } = search;
  return sql.fragment`
    select m.id from user_message um join message m on m.realm_id = um.realm_id and m.id = um.message_id
      left join user_recipient ur on ur.realm_id = m.realm_id and ur.user_id = um.user_id and ur.recipient_id = m.recipient_id
    where um.realm_id = ${realmId} and um.user_id = ${userId} and um.flags & ${bitsText(bits)} <> 0 and ${within(stretch, sql.fragment`um.message_id`)}
      and ${notIn(sql.fragment`m.channel_id`, inaccessible)} and ${conditionOf(search)}
    ${nearest(stretch, sql.fragment`um.message_id`)}`;
}

/** Bits as they are in the predicates of the indexes: Postgres knows those by constants only. */
function bitsText(bits: number): Fragment {
  const text = constantBits.get(bits);
  if (!text) throw new Error(`There is no index of messages with the bits ${bits}.`);
  return text;
}

const constantBits = new Map([
  [flagBits.starred, sql.fragment`1`],
  [mentionBits, sql.fragment`12`],
  [flagBits.hasAlertWord, sql.fragment`16`],
  [flagBits.historical, sql.fragment`32`],
]);

/**
 * Selects the nearest messages of each range of ids of each recipient, and of those the nearest. Ranges taken apart are
 * bounds of index scans; the fences (offset 0) keep Postgres from joining them with the whole table.
 */
function rangeSource(
  search: Search,
  stretch: Stretch,
  { recipients, and }: { readonly recipients: Fragment; readonly and: Fragment },
): Fragment {
  const { realmId, userId, inaccessible } = search;
  return sql.fragment`
    select near.id from (
      select kept.* from user_recipient kept join recipient r on r.realm_id = kept.realm_id and r.id = kept.recipient_id
      where kept.realm_id = ${realmId} and kept.user_id = ${userId} and ${notIn(sql.fragment`r.channel_id`, inaccessible)} and ${recipients}
      offset 0
    ) ur cross join lateral (${nearestOfRanges(search, stretch, and)}) near
    ${nearest(stretch, sql.fragment`near.id`)}`;
}

/**
 * Selects the nearest messages of one recipient's ranges (`ur`): range by range from the near end, so that far ones are
 * never looked at.
 */
function nearestOfRanges(search: Search, stretch: Stretch, and: Fragment): Fragment {
  const backwards = stretch.direction === "before";
  return sql.fragment`
    select m.id from (
      select * from unnest(${rangesOf(search)}) with ordinality as part(ids, ord)
      ${backwards ? sql.fragment`order by ord desc` : sql.fragment`order by ord`} offset 0
    ) part cross join lateral (
      select m.id from message m ${flagsOf(search)}
      where m.realm_id = ${search.realmId} and m.recipient_id = ur.recipient_id
        and m.id >= lower(part.ids) and m.id < coalesce(upper(part.ids), 9223372036854775807)
        and ${within(stretch, sql.fragment`m.id`)} and ${and} and ${searched(search)}
      ${nearest(stretch, sql.fragment`m.id`)}
    ) m
    order by ${backwards ? sql.fragment`part.ord desc, m.id desc` : sql.fragment`part.ord, m.id`} limit ${stretch.limit}`;
}

/** Selects the messages of each topic. */
function topicSource(search: Search, stretch: Stretch, topics: readonly ChannelTopic[]): Fragment {
  const { realmId, userId, inaccessible, places } = search;
  const pairs = topics.map(({ channelId, topic }) => [channelId, topic] as const);
  const inTopic = sql.fragment`m.channel_id is not null and lower(m.topic) = ur.topic`;
  return sql.fragment`
    select near.id from (
      select kept.*, lower(place.topic) as topic
      from ${sql.unnest(pairs, ["int8", "text"])} as place(channel_id, topic)
        join recipient r on r.realm_id = ${realmId} and r.channel_id = place.channel_id
        join user_recipient kept on kept.realm_id = ${realmId} and kept.user_id = ${userId} and kept.recipient_id = r.id
      where ${notIn(sql.fragment`r.channel_id`, inaccessible)} and ${places}
      offset 0
    ) ur cross join lateral (${nearestOfRanges(search, stretch, inTopic)}) near
    ${nearest(stretch, sql.fragment`near.id`)}`;
}

function rangesOf({ unread }: Search): Fragment {
  return unread ? sql.fragment`(ur.received - ur.read)` : sql.fragment`ur.received`;
}

/** Builds the condition for a source that looks at the ranges searched alone. */
function searched(search: Search): Fragment {
  return conditionOf({ ...search, unread: false });
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
