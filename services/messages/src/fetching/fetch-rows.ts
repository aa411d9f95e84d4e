import type { Connection } from "@team-chat/pg";

import { newestAnchor, parseAnchor } from "../policies/anchor.ts";
import { findAmong, findIds } from "../queries/find-messages.ts";
import type { Stretch } from "../queries/message-sources.ts";
import { listMessages, type MessageRow } from "../queries/messages.ts";
import type { NarrowSearch } from "./search-for.ts";

/** Messages with what is known of their place among all that match. */
export interface FetchedRows {
  readonly anchor?: number;
  readonly found_newest: boolean;
  readonly found_oldest: boolean;
  readonly found_anchor: boolean;
  /** Ascending by id. */
  readonly rows: readonly MessageRow[];
}

interface Range {
  readonly anchor: string | undefined;
  readonly use_first_unread_anchor: boolean;
  readonly include_anchor: boolean;
  readonly num_before: number;
  readonly num_after: number;
}

/** The same before the messages are read. */
interface FoundRange extends Omit<FetchedRows, "rows"> {
  readonly anchor: number;
  /** In no particular order. */
  readonly ids: readonly number[];
}

/** A range around an anchor (reference/behaviour.md §4.2). @throws BAD_REQUEST */
export async function fetchRange(
  db: Connection,
  searches: NarrowSearch,
  range: Range,
): Promise<FetchedRows> {
  const { ids, ...facts } = await findRange(db, searches, range);
  return { ...facts, rows: await listMessages(db, searches.search, ids) };
}

/** The ids of such a range. @throws BAD_REQUEST */
export async function findRange(
  db: Connection,
  searches: NarrowSearch,
  range: Range,
): Promise<FoundRange> {
  const { num_before: numBefore, num_after: numAfter } = range;
  const given = parseAnchor(range.anchor, range.use_first_unread_anchor);
  const anchor = given === "first_unread" ? await firstUnread(db, searches) : given;
  const found = await findIds(db, searches.search, stretchesOf(anchor, range));
  const count = (direction: Stretch["direction"]) =>
    found.filter((one) => one.direction === direction).length;
  return {
    anchor,
    found_oldest: anchor === 0 || count("before") < numBefore,
    found_newest: anchor === newestAnchor || count("after") < numAfter,
    found_anchor: count("at") > 0,
    ids: found.map(({ id }) => id),
  };
}

/** Of these messages those that match. */
export async function fetchByIds(
  db: Connection,
  { search }: NarrowSearch,
  ids: readonly number[],
): Promise<FetchedRows> {
  const found = await findAmong(db, search, ids);
  const rows = await listMessages(db, search, found);
  return { found_newest: false, found_oldest: false, found_anchor: false, rows };
}

function stretchesOf(anchor: number, range: Range): Stretch[] {
  const stretches: Stretch[] = [];
  if (anchor > 0 && range.num_before > 0)
    stretches.push({ direction: "before", anchor, limit: range.num_before });
  if (anchor > 0 && anchor < newestAnchor && range.include_anchor)
    stretches.push({ direction: "at", anchor, limit: 1 });
  if (anchor < newestAnchor && range.num_after > 0)
    stretches.push({ direction: "after", anchor, limit: range.num_after });
  return stretches;
}

async function firstUnread(db: Connection, { searchUnread }: NarrowSearch): Promise<number> {
  const [first] = await findIds(db, await searchUnread(), [
    { direction: "after", anchor: 0, limit: 1 },
  ]);
  return first?.id ?? newestAnchor;
}
