import type { ByteRange } from "@team-chat/http";
import type { Transaction } from "@team-chat/pg";

export type FileStorage = "disk" | "s3" | "database";

/** A place where files are kept. Paths are those of `newPathId`. */
export interface FileStore {
  readonly place: FileStorage;
  /** Takes the bytes as they come; resolves once they outlive a crash. @throws what `bytes` throws */
  put(path: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /**
   * Reads the bytes of a range, fewer where the file is shorter, as fast as they are taken; nothing stays open once
   * they are no longer wanted. Throws when there is no such file.
   */
  read(path: string, range: ByteRange): AsyncIterable<Buffer>;
  /**
   * Does nothing when there is no such file; takes away what an unfinished `put` left. Files in the database go with
   * the transaction, where one is given.
   */
  delete(path: string, tx?: Transaction): Promise<void>;
  /** Deletes some of the organization's files, whatever is known of them; returns 0 once there are none. */
  deleteSome(realmId: number): Promise<number>;
  /** Tells how many files, or folders with such, the organization has at least. */
  count(realmId: number): Promise<number>;
}

const pathShape = /^\d+\/[\w-]{2}\/[\w-]{22}\/[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u;

/** Checks a path once more, although names of files are made fit when they are uploaded. @throws RangeError */
export function checkPath(path: string): void {
  if (!pathShape.test(path)) throw new RangeError("That is no path of ours.");
}
