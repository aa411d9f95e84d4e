import type { Context } from "../../context.ts";
import { newPathId } from "../../domain/files/file-name.ts";
import { type ExportTry, insertPart } from "../../queries/exports/tries.ts";
import { keepBytes } from "../files/keep-bytes.ts";

/** Of a piece: what any store takes in one request, and a process can put aside on its disk. */
const pieceBytes = 64 * 1024 * 1024;

/** The export is another process's by now, or is not wanted any more. */
export class NotMine extends Error {
  override readonly name = "NotMine";
}

/**
 * Writes an archive to where files are kept, in pieces; what a crash leaves of it is removed.
 * @throws NotMine, and what `bytes` throws
 */
export async function keepArchive(
  ctx: Pick<Context, "db" | "files" | "now">,
  mine: ExportTry,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const { id, realmId } = mine;
  const source = new Pieces(bytes);
  try {
    for (let number = 0; await source.hasMore(); number += 1) {
      const pathId = newPathId(realmId, `export-${id}-${number}.zip`);
      const kept = await keepBytes(ctx, { realmId, pathId, bytes: source.next(pieceBytes) });
      const isMine = await ctx.db.transaction(async (tx) => {
        const piece = { number, pathId, place: kept.place, size: source.length };
        if (!(await insertPart(tx, mine, piece))) return false;
        await kept.commit(tx);
        return true;
      });
      if (isMine) continue;
      await kept.discard();
      throw new NotMine("The export is made elsewhere.");
    }
  } finally {
    await source.cancel();
  }
}

/** Divides bytes into pieces of about the same length. */
class Pieces {
  /** Bytes of the last piece. */
  length = 0;
  readonly #chunks: AsyncIterator<Buffer>;
  #ahead: IteratorResult<Buffer> | undefined;

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  async hasMore(): Promise<boolean> {
    this.#ahead ??= await this.#chunks.next();
    return this.#ahead.done !== true;
  }

  async *next(atLeast: number): AsyncGenerator<Buffer> {
    this.length = 0;
    while (this.length < atLeast) {
      this.#ahead ??= await this.#chunks.next();
      const ahead = this.#ahead;
      if (ahead.done === true) return;
      this.#ahead = undefined;
      this.length += ahead.value.length;
      yield ahead.value;
    }
  }

  async cancel(): Promise<void> {
    await this.#chunks.return?.();
  }
}
