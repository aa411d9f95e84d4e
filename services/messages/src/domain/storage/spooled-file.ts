import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";

/** Bytes of a file without a name, which is gone with this process, however it ends. */
export class SpooledFile implements AsyncDisposable {
  readonly size: number;
  /** SHA-256 in hexadecimal digits. */
  readonly digest: string;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, { digest, size }: { digest: string; size: number }) {
    this.#handle = handle;
    this.size = size;
    this.digest = digest;
  }

  /** Writes the bytes as they come. @throws what `bytes` throws */
  static async of(bytes: AsyncIterable<Buffer>): Promise<SpooledFile> {
    const name = path.join(tmpdir(), `upload-${randomUUID()}`);
    const handle = await open(name, "wx+", 0o600);
    try {
      await rm(name);
      const hash = createHash("sha256");
      let size = 0;
      for await (const chunk of bytes) {
        hash.update(chunk);
        await handle.write(chunk, 0, chunk.length, size);
        size += chunk.length;
      }
      return new SpooledFile(handle, { digest: hash.digest("hex"), size });
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Reads all bytes from the first on; several readers may follow one another. */
  read(): Readable {
    return this.#handle.createReadStream({ start: 0, autoClose: false });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}
