import { type Fragment, sql } from "@team-chat/pg";

import {
  nearest,
  readerOf,
  type Search,
  type Stretch,
  visible,
  within,
} from "./search-conditions.ts";

/**
 * Selects messages with words: the nearest messages are looked through, and if those were not enough their index is
 * asked, first of a stretch beyond them that should have enough, then of all messages. Postgres cannot tell how rare
 * words are, and their index knows no order: asked about all messages, it has all that match read.
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
  return sql.fragment`
    with near as materialized (${matching(window(sql.fragment`m.*`))}),
    part as materialized (${partBeyond(stretch, window(sql.fragment`m.id`))}),
    far as materialized (select m.id from part cross join lateral (${matching(sql.fragment`${all} and ${isInPart}`)}) m),
    rest as (
      ${matching(sql.fragment`select * from (${all}) m where (select count(*) from near) + (select count(*) from far) < ${stretch.limit} and ${goesOn(search, stretch)}`)}
    )
    select id from (select id from near union select id from far union select id from rest) either ${nearest(stretch, sql.fragment`id`)}`;
}

/** Tells whether there are messages beyond the stretch (`part`); not if the window had all. */
function goesOn({ realmId }: Search, { direction }: Stretch): Fragment {
  const beyond =
    direction === "before"
      ? sql.fragment`(select min(id) from message where realm_id = ${realmId}) < first`
      : sql.fragment`(select max(id) from message where realm_id = ${realmId}) > last`;
  return sql.fragment`(select ${beyond} from part)`;
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
