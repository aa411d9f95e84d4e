// See docs/subsystems/archive.md.
import type { Context } from "../../context.ts";
import { deleteArchived, lockOutlived, unclaimFiles } from "../../queries/archive/emptying.ts";

/** Messages in one transaction. */
const batchSize = 500;
/** Transactions in one turn of a realm; what is left then comes with the next. */
const maxBatches = 200;

interface Turn {
  /** UNIX milliseconds. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/**
 * Takes what was deleted long enough ago out of the archive of a realm, a bounded number of messages. Whether anything
 * may be left.
 */
export async function emptyArchive(
  ctx: Pick<Context, "archiveMs" | "db">,
  realmId: number,
  { now, signal }: Turn,
): Promise<boolean> {
  const outlived = { realmId, beforeMs: now - ctx.archiveMs };
  for (let batch = 0; batch < maxBatches; batch += 1) {
    if (signal.aborted) return true;
    const gone = await ctx.db.transaction(async (tx) => {
      const ids = await lockOutlived(tx, outlived, batchSize);
      if (ids.length > 0) await unclaimFiles(tx, realmId, await deleteArchived(tx, realmId, ids));
      return ids.length;
    });
    if (gone < batchSize) return false;
  }
  return true;
}
