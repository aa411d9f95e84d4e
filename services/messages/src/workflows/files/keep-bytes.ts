import { AppError } from "@team-chat/errors";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { noteRemoval, withdrawRemoval } from "../../queries/files/file-removals.ts";
import type { FileStorage } from "../../values/file-store.ts";

/** Longer than an upload can take: then what was never committed is removed. */
const orphanMs = 3_600_000;

/** Bytes that outlive a crash already. */
export interface KeptBytes {
  readonly place: FileStorage;
  /**
   * Makes them stay, within the transaction that writes their row.
   * @throws SERVICE_UNAVAILABLE when that comes too late
   */
  readonly commit: (tx: Transaction) => Promise<void>;
  /**
   * Removes them, when no row is written after all; never fails, as it follows what did: what cannot be removed now is
   * removed later.
   */
  readonly discard: () => Promise<void>;
}

/**
 * Writes the bytes of a file to where files are kept, as they come.
 * @throws what `bytes` throws; then nothing is left
 */
export async function keepBytes(
  { db, files: { current }, now }: Pick<Context, "db" | "files" | "now">,
  { realmId, pathId, bytes }: { realmId: number; pathId: string; bytes: AsyncIterable<Buffer> },
): Promise<KeptBytes> {
  const { place } = current;
  await noteRemoval(db, { realmId, pathId, place }, now() + orphanMs);
  const remove = async () => {
    await current.delete(pathId);
    await withdrawRemoval(db, realmId, pathId);
  };
  // Their removal is noted, and is tried again until it works.
  const discard = () => remove().catch(() => {});
  try {
    await current.put(pathId, bytes);
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    place,
    discard,
    async commit(tx) {
      if (await withdrawRemoval(tx, realmId, pathId)) return;
      throw new AppError("SERVICE_UNAVAILABLE", "The file was not kept in time.");
    },
  };
}
