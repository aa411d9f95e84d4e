// See docs/subsystems/archive.md.
import type { Context } from "../../context.ts";
import {
  deleteArchived,
  lockOutlived,
  type OutlivedRow,
  unclaimFiles,
} from "../../queries/archive/emptying.ts";
import { deleteReleasedFiles } from "../../queries/archive/held-files.ts";
import { lockHolds } from "../../queries/archive/legal-holds.ts";
import { noteRemoval } from "../../queries/files/file-removals.ts";

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
 * Takes what was deleted long enough ago, and no legal hold keeps, out of the archive of a realm, a bounded number of
 * messages and files. Whether anything may be left.
 */
export async function emptyArchive(
  ctx: Pick<Context, "archiveMs" | "db">,
  realmId: number,
  turn: Turn,
): Promise<boolean> {
  const isMore = await releaseMessages(ctx, realmId, turn);
  return (await releaseFiles(ctx, realmId, turn)) || isMore;
}

async function releaseMessages(
  { archiveMs, db }: Pick<Context, "archiveMs" | "db">,
  realmId: number,
  { now, signal }: Turn,
): Promise<boolean> {
  // What is held is passed over once in each turn.
  let after: OutlivedRow | null = null;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    if (signal.aborted) return true;
    const outlived = { realmId, beforeMs: now - archiveMs, after };
    const gone = await db.transaction(async (tx) => {
      await lockHolds(tx, realmId, { alone: false });
      const rows = await lockOutlived(tx, outlived, batchSize);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await unclaimFiles(tx, realmId, await deleteArchived(tx, realmId, ids));
      return rows;
    });
    if (gone.length < batchSize) return false;
    after = gone.at(-1) ?? null;
  }
  return true;
}

async function releaseFiles(
  { db }: Pick<Context, "db">,
  realmId: number,
  { now, signal }: Turn,
): Promise<boolean> {
  for (let batch = 0; batch < maxBatches; batch += 1) {
    if (signal.aborted) return true;
    const gone = await db.transaction(async (tx) => {
      await lockHolds(tx, realmId, { alone: false });
      const files = await deleteReleasedFiles(tx, realmId, batchSize);
      for (const { pathId, place } of files)
        if (place !== null) await noteRemoval(tx, { realmId, pathId, place }, now);
      return files.length;
    });
    if (gone < batchSize) return false;
  }
  return true;
}
