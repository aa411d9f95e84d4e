import {
  changeColumns,
  type ChangeRow,
  flagColumns,
  messageColumns,
  type MessageTextRow,
  rangeColumns,
  reactionColumns,
  sharedColumns,
  type SharedFields,
} from "./page-columns.ts";

/** A message with what its reader has to do with it, its texts as JSON that nobody takes apart. */
export interface PagedMessage extends Omit<MessageTextRow, "shared" | "changes"> {
  readonly shared: SharedFields;
  /** Null if never edited or moved. */
  readonly changes: ChangeRow | null;
  /** The reader's: sum of bits, and whether it was received and read. */
  readonly bits: number;
  readonly received: boolean;
  readonly read: boolean;
  /** The fields that the database wrote as JSON (`ownFieldNames`), and the reactions, without braces. */
  readonly json: string;
  /** A list as JSON; empty as it comes from these texts. */
  readonly submessages: string;
}

/**
 * Texts that the database writes for a page by the columns of `page-columns.ts`, null where there is nothing. With rows
 * the statement of a page took 2.4 instead of 1.2 ms; to be replaced by them when `history` stays below three times its
 * floor with rows.
 */
export interface PageTexts {
  readonly messages: string | null;
  readonly flags: string | null;
  /** In the order in which they were added. */
  readonly reactions: string | null;
  readonly ranges: string | null;
}

/** Bounds of ranges of ids, ascending: the first id of a range, then the first one behind it. */
type Bounds = readonly number[];

/** Whatever belongs to messages of a page. */
interface Relations {
  readonly bits: ReadonlyMap<number, number>;
  /** JSON, separated by commas. */
  readonly reactions: ReadonlyMap<number, string>;
  readonly ranges: ReadonlyMap<number, { readonly received: Bounds; readonly read: Bounds }>;
  /** By their texts. */
  readonly shared: Map<string, SharedFields>;
}

/** Selects the messages of a page, ascending. */
export function pageFrom({ messages, flags, reactions, ranges }: PageTexts): PagedMessage[] {
  const relations: Relations = {
    bits: new Map(flagColumns.rows(flags).map(({ messageId, bits }) => [messageId, bits])),
    reactions: reactionsIn(reactions),
    ranges: new Map(
      rangeColumns
        .rows(ranges)
        .map(({ recipientId, received, read }) => [
          recipientId,
          { received: boundsIn(received), read: boundsIn(read) },
        ]),
    ),
    shared: new Map(),
  };
  // Both forms of content are read by the same columns.
  return messageColumns.html
    .rows(messages)
    .map((row) => messageFrom(row, relations))
    .toSorted((a, b) => a.id - b.id);
}

function reactionsIn(written: string | null): ReadonlyMap<number, string> {
  const known = new Map<number, string>();
  for (const { messageId, json } of reactionColumns.rows(written)) {
    const others = known.get(messageId);
    known.set(messageId, others === undefined ? json : `${others},${json}`);
  }
  return known;
}

function boundsIn(multirange: string): Bounds {
  return Array.from(multirange.matchAll(/\d+/g), ([digits]) => Number(digits));
}

/** Tells whether an id is in one of the ranges: then an odd number of bounds are not above it. */
function isWithin(bounds: Bounds | undefined, id: number): boolean {
  if (bounds === undefined) return false;
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bounds[middle] ?? 0) <= id) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

function messageFrom(row: MessageTextRow, relations: Relations): PagedMessage {
  const shared = sharedWith(row.shared, relations.shared);
  const ranges = relations.ranges.get(shared.recipientId);
  return {
    ...row,
    shared,
    changes: row.changes === "" ? null : changeColumns.row(row.changes),
    bits: relations.bits.get(row.id) ?? 0,
    received: isWithin(ranges?.received, row.id),
    read: isWithin(ranges?.read, row.id),
    json: `${row.json},"reactions":[${relations.reactions.get(row.id) ?? ""}]`,
    submessages: "[]",
  };
}

/** Returns the shared fields with this text, made once. */
function sharedWith(written: string, known: Map<string, SharedFields>): SharedFields {
  let shared = known.get(written);
  if (shared === undefined) {
    shared = sharedColumns.row(written);
    known.set(written, shared);
  }
  return shared;
}
