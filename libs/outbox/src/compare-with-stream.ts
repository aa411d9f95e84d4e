import type { KeptRow } from "./outbox-table.ts";
import type { OutboxRow } from "./rows.ts";
import type { StoredSequences } from "./stored-rows.ts";

/** Position at which the stream stored a row. */
export interface StoredRow {
  readonly realmId: number;
  readonly id: number;
  readonly sequence: number;
}

interface Compared {
  /** Rows that the stream does not have, in the order of their ids. */
  readonly missing: readonly OutboxRow[];
  /** Rows that the stream has elsewhere than it was recorded, or of which nothing was recorded. */
  readonly moved: readonly StoredRow[];
}

/** Compares a realm's rows with the stream, whose sequence numbers `stored` knows. */
export function compareWithStream(
  realmId: number,
  rows: readonly KeptRow[],
  stored: StoredSequences,
): Compared {
  const missing: OutboxRow[] = [];
  const moved: StoredRow[] = [];
  for (const { streamSeq, ...row } of rows) {
    const { id, term } = row;
    const sequence = stored.of({ id, term });
    if (sequence === undefined) missing.push({ realmId, ...row });
    else if (sequence !== streamSeq) moved.push({ realmId, id, sequence });
  }
  return { missing, moved };
}
