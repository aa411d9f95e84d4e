// See docs/subsystems/messages.md.
import { type Fragment, sql } from "@team-chat/pg";

import { flagBits, mentionBits } from "./flag-bits.ts";
import {
  type ChannelTopic,
  conditionOf,
  flagsOf,
  nearest,
  notIn,
  readerOf,
  type Search,
  type Stretch,
  visible,
  within,
} from "./search-conditions.ts";
import { wordSource } from "./word-source.ts";

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

/** Selects messages by whatever index suits the condition, checked one by one for having been received. */
function messageSource(search: Search, stretch: Stretch, columns = sql.fragment`m.id`): Fragment {
  return sql.fragment`
    select ${columns} from message m ${readerOf(search)}
    where m.realm_id = ${search.realmId} and ${within(stretch, sql.fragment`m.id`)} and ${visible(search)} and ${conditionOf(search)}
    ${nearest(stretch, sql.fragment`m.id`)}`;
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
