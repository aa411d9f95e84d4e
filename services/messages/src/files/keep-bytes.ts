import { AppError } from "@team-chat/errors";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../context.ts";
import { type AttachmentRow, loadBytes } from "../queries/attachments.ts";
import { noteRemoval, withdrawRemoval } from "../queries/file-removals.ts";

/** Longer than an upload can take: then what was never committed is removed. */
const orphanMs = 3_600_000;

/** Bytes that outlive a crash already, or that are committed with their row. */
export interface KeptBytes {
  readonly place: "disk" | "s3" | null;
  readonly bytes: Buffer | null;
  /** Makes them stay, within the transaction that writes their row. @throws SERVICE_UNAVAILABLE when that comes too late */
  readonly commit: (tx: Transaction) => Promise<void>;
}

/** Writes the bytes of a file to where files are kept. */
export async function keepBytes(
  { db, files: { current }, now }: Pick<Context, "db" | "files" | "now">,
  { realmId, pathId, bytes }: { realmId: number; pathId: string; bytes: Buffer },
): Promise<KeptBytes> {
  if (current === null) return { place: null, bytes, commit: () => Promise.resolve() };
  const { place } = current;
  await noteRemoval(db, { realmId, pathId, place }, now() + orphanMs);
  await current.put(pathId, bytes);
  return {
    place,
    bytes: null,
    async commit(tx) {
      if (await withdrawRemoval(tx, realmId, pathId)) return;
      throw new AppError("SERVICE_UNAVAILABLE", "The file was not kept in time.");
    },
  };
}

/** The bytes of a file that exists, from wherever they are. */
export function readBytes(
  { db, files }: Pick<Context, "db" | "files">,
  realmId: number,
  { id, pathId, place }: AttachmentRow,
): Promise<Buffer> {
  return place === null ? loadBytes(db, realmId, id) : files.at(place).get(pathId);
}
