/** Where files are kept outside of the database. Paths are those of `newPathId`. */
export interface FileStore {
  readonly place: "disk" | "s3";
  /** Resolves once the bytes outlive a crash. */
  put(path: string, bytes: Buffer): Promise<void>;
  /** @throws when there is no such file */
  get(path: string): Promise<Buffer>;
  /** Does nothing when there is no such file. */
  delete(path: string): Promise<void>;
}

const pathShape = /^\d+\/[\w-]{2}\/[\w-]{22}\/[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u;

/** A second lock on the door: names of files are made fit when they are uploaded. @throws RangeError */
export function checkPath(path: string): void {
  if (!pathShape.test(path)) throw new RangeError("That is no path of ours.");
}
