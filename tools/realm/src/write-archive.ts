import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

/** Writes an archive under its name once all of it is there. */
export async function writeArchive(
  to: string,
  open: () => Promise<AsyncIterable<Uint8Array>>,
): Promise<void> {
  const partial = `${to}.part`;
  try {
    await pipeline(await open(), createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
