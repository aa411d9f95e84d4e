/** Snapshot of a transaction: a parsed `pg_current_snapshot()`. */
export interface Snapshot {
  readonly xmin: bigint;
  readonly xmax: bigint;
  readonly running: ReadonlySet<bigint>;
  /** The outbox's term at that moment (docs/adr/0017-terms-of-writing.md); null when there was none. */
  readonly term: number | null;
}

/** One for all snapshots, of which many may be kept: most find nothing running. */
const nothing: ReadonlySet<bigint> = new Set();

/** Parses Postgres' text form `xmin:xmax:xip,xip,…`, to which `:term` may be added. */
export function parseSnapshot(text: string): Snapshot {
  const [xmin, xmax, running, term] = text.split(":");
  if (xmin === undefined || xmax === undefined || running === undefined)
    throw new Error("Not a Postgres snapshot.");
  return {
    xmin: BigInt(xmin),
    xmax: BigInt(xmax),
    running: running === "" ? nothing : new Set(running.split(",").map(BigInt)),
    term: term === undefined ? null : Number(term),
  };
}

/**
 * Tells whether a *committed* transaction with this id is visible in the snapshot. Another term began after all
 * transactions of the one before, whose ids it may give out again.
 */
export function snapshotSees(
  snapshot: Snapshot,
  xid: bigint,
  term: number | null = snapshot.term,
): boolean {
  if (term !== null && snapshot.term !== null && term !== snapshot.term)
    return term < snapshot.term;
  if (xid < snapshot.xmin) return true;
  if (xid >= snapshot.xmax) return false;
  return !snapshot.running.has(xid);
}
