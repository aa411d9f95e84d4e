import { type Fragment, sql } from "@team-chat/pg";

import {
  nearest,
  readerOf,
  type Search,
  type Stretch,
  visible,
  within,
} from "./search-conditions.ts";

/** Nearest messages that are looked through for words before their index is asked. */
const wordWindow = 3000;
/** Most ids of the first part: each 16,384 are one more entry of the index to read. */
const firstPart = 1_000_000;
/** Most ids of a further part. Where more are needed words are so rare that all their messages are soon read. */
const furtherPart = 4_000_000;

/**
 * Selects messages with words: the nearest messages are looked through, and if those were not enough their index is
 * asked, first of parts beyond them that should have enough, then, if the words are rare, of all messages. Postgres
 * cannot tell how rare they are, and their index knows no order: asked about all messages, it has all that match read.
 */
export function wordSource(search: Search, stretch: Stretch, words: Fragment): Fragment {
  const { realmId, where } = search;
  const limits = sql.fragment`m.realm_id = ${realmId} and ${within(stretch, sql.fragment`m.id`)} and ${where}`;
  const matching = (messages: Fragment) => sql.fragment`
    select m.id from (${messages} offset 0) m ${readerOf(search)}
    where ${visible(search)} and ${words} ${nearest(stretch, sql.fragment`m.id`)}`;
  const window = (columns: Fragment) => sql.fragment`
    select ${columns} from message m ${readerOf(search)} where ${limits} ${nearest({ ...stretch, limit: wordWindow }, sql.fragment`m.id`)}`;
  const all = sql.fragment`select m.* from message m ${readerOf(search)} where ${limits} and ${words}`;
  const isShort = sql.fragment`found < ${stretch.limit} and ${goesOn(search, stretch)}`;
  return sql.fragment`
    with recursive near as materialized (${matching(window(sql.fragment`m.*`))}),
    far as (
      ${fullWindow(stretch, window(sql.fragment`m.id`))}
      union all
      select step + 1, next.first, next.last, looked + next.last - next.first + 1, found + cardinality(more.ids), more.ids
      from far cross join lateral (${partBeyond(stretch)} offset 0) next
        cross join lateral (select array(${matching(sql.fragment`${all} and ${isInPart}`)}) as ids offset 0) more
      where ${isShort}
    ),
    rest as (
      ${matching(sql.fragment`select * from (${all}) m where (select ${isShort} from far order by step desc limit 1)`)}
    )
    select id from (select id from near union select unnest(ids) from far union select id from rest) either ${nearest(stretch, sql.fragment`id`)}`;
}

/**
 * Selects where the window was (`first` and `last` of its ids, how many were `looked` at and `found`) if it is full and
 * had fewer than are wanted: else nothing beyond is looked for.
 */
function fullWindow({ limit }: Stretch, window: Fragment): Fragment {
  return sql.fragment`
    select 0 as step, first, last, last - first + 1 as looked, found, '{}'::int8[] as ids
    from (select min(id) as first, max(id) as last, count(*) as messages from (${window}) m) seen
      cross join (select count(*) as found from near) matches
    where found < ${limit} and messages = ${wordWindow}`;
}

/**
 * Selects the ids (`first`, `last`, and their `blocks`) beyond those of the last step (`far`) that have the messages
 * still wanted, if as many match there as did up to now, less two standard deviations of the number found; at least as
 * many as were looked at. None if more ids were needed than a part may have.
 */
function partBeyond({ direction, limit }: Stretch): Fragment {
  const bounds =
    direction === "before"
      ? sql.fragment`far.first - length as first, far.first - 1 as last`
      : sql.fragment`far.last + 1 as first, far.last + length as last`;
  return sql.fragment`
    select first, last, array(select generate_series(first >> 14, last >> 14)) as blocks from (
      select ${bounds} from (
        select case step when 0 then least(${firstPart}, wanted) else wanted end::int8 as length
        from (select looked * greatest(1, (1 + 2 / sqrt(greatest(found, 1))) * (${limit} - found) / greatest(found, 1)) as wanted) estimate
        where step = 0 or wanted <= ${furtherPart}
      ) part
    ) bounds`;
}

/** Tells whether there are messages beyond those of the last step (`far`). */
function goesOn({ realmId }: Search, { direction }: Stretch): Fragment {
  return direction === "before"
    ? sql.fragment`(select min(id) from message where realm_id = ${realmId}) < far.first`
    : sql.fragment`(select max(id) from message where realm_id = ${realmId}) > far.last`;
}

/**
 * Tells whether a message is of a part (`next`), by its block of 16,384 ids: the index of words has the blocks, and
 * reads of each word nothing beyond. The sum keeps Postgres from reading all ids of the part from their index.
 */
const isInPart = sql.fragment`array[m.id >> 14] && next.blocks and m.id + 0 between next.first and next.last`;
