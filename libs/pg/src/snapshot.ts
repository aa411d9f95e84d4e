/** Snapshot of a transaction: a parsed `pg_current_snapshot()`. */
export interface Snapshot {
  readonly xmin: bigint;
  readonly xmax: bigint;
  readonly running: ReadonlySet<bigint>;
}

/** One for all snapshots, of which many may be kept: most find nothing running. */
const nothing: ReadonlySet<bigint> = new Set();

/** Parses Postgres' text form `xmin:xmax:xip,xip,…`. */
export function parseSnapshot(text: string): Snapshot {
  const [xmin, xmax, running] = text.split(":");
  if (xmin === undefined || xmax === undefined || running === undefined)
    throw new Error("Not a Postgres snapshot.");
  return {
    xmin: BigInt(xmin),
    xmax: BigInt(xmax),
    running: running === "" ? nothing : new Set(running.split(",").map(BigInt)),
  };
}

/** Tells whether a *committed* transaction with this id is visible in the snapshot. */
export function snapshotSees(snapshot: Snapshot, xid: bigint): boolean {
  if (xid < snapshot.xmin) return true;
  if (xid >= snapshot.xmax) return false;
  return !snapshot.running.has(xid);
}
