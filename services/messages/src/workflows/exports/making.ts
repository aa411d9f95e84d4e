// See docs/export.md#how-it-is-made.
import { setTimeout } from "node:timers/promises";

import type { HeldSnapshot } from "@team-chat/pg";
import type { Logger } from "@team-chat/telemetry";

import type { Context } from "../../context.ts";
import {
  beginTry,
  deleteParts,
  type ExportId,
  type ExportTry,
  noteProgress,
  putOff,
} from "../../queries/exports/tries.ts";
import type { Read } from "./archive-entries.ts";
import { keepArchive, NotMine } from "./keep-archive.ts";
import { type ArchiveEntry, zipArchive } from "./zip-archive.ts";

/** After one that failed or that ended with its process. */
const maxTries = 5;
const tryAgainMs = 30_000;
const noteEveryMs = 1000;

/** Files of an archive, of which `onRead` is told while they are read. */
interface Cut {
  readonly mine: ExportTry;
  readonly snapshot: HeldSnapshot;
  /** Told of what is read; rejects when it is not to go on. */
  readonly onRead: (read: Read) => Promise<void>;
}

/** Exports of one sort. */
export interface Exported<Job extends ExportId> {
  /** Deletes archives whose time is over. */
  removeOld(): Promise<void>;
  /** Lists exports that may be begun now, also those that others work on. */
  listDue(): Promise<readonly Job[]>;
  /** Lists the files of an archive, each of which is read to its end before the next is asked for. */
  entries(job: Job, cut: Cut): AsyncIterable<ArchiveEntry>;
  /** Ends an export, with words for why it failed if it did; an archive is kept only of one that did not. */
  finish(mine: ExportTry, failure: string): Promise<void>;
}

/** A process that makes exports until it is told to stop. */
export interface Making {
  readonly ctx: Context;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Makes one export, or puts it off. */
export async function make<Job extends ExportId>(
  { ctx, log, signal }: Making,
  exported: Exported<Job>,
  { job, snapshot }: { readonly job: Job; readonly snapshot: HeldSnapshot },
): Promise<void> {
  const { db, now } = ctx;
  const mine = await beginTry(db, { job, cutAtMs: snapshot.takenAt.getTime() });
  if (mine === null) return;
  try {
    await deleteParts(db, mine, now());
    if (mine.tries > maxTries) {
      await exported.finish(mine, "It was begun five times, and ended with its process each time.");
      return;
    }
    const progress = new Progress({ ctx, mine, signal });
    const onRead = (read: Read) => progress.add(read);
    const entries = exported.entries(job, { mine, snapshot, onRead });
    await keepArchive(ctx, mine, progress.counted(zipArchive(entries)));
    await progress.note();
    await exported.finish(mine, "");
  } catch (error) {
    if (error instanceof NotMine) return;
    const failure = signal.aborted ? "" : "Part of it could not be read or written.";
    if (!signal.aborted) log.error({ err: error, exportId: mine.id }, "an export failed");
    if (mine.tries >= maxTries && !signal.aborted) await exported.finish(mine, failure);
    else {
      const dueMs = signal.aborted ? now() : now() + tryAgainMs;
      await putOff(db, mine, { dueMs, failure, counts: !signal.aborted });
    }
  }
}

/** Keeps what was read and written, and rests as long as reading took: an export has half of a connection at most. */
class Progress {
  readonly #making: Pick<Making, "ctx" | "signal"> & { readonly mine: ExportTry };
  readonly #so = { kind: "", rows: 0, files: 0, bytes: 0 };
  #notedAt = 0;
  #restedAt = performance.now();

  constructor(making: Pick<Making, "ctx" | "signal"> & { readonly mine: ExportTry }) {
    this.#making = making;
  }

  /** @throws NotMine, and when it is to end */
  async add({ files, isLong, kind, rows }: Read): Promise<void> {
    const { signal } = this.#making;
    this.#so.kind = kind;
    this.#so.rows += rows;
    this.#so.files += files;
    if (performance.now() - this.#notedAt > noteEveryMs) await this.note();
    signal.throwIfAborted();
    if (isLong) await setTimeout(performance.now() - this.#restedAt, undefined, { signal });
    this.#restedAt = performance.now();
  }

  async *counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.#so.bytes += chunk.length;
      yield chunk;
    }
  }

  /** @throws NotMine */
  async note(): Promise<void> {
    const { ctx, mine } = this.#making;
    this.#notedAt = performance.now();
    if (!(await noteProgress(ctx.db, mine, this.#so))) throw new NotMine("It is made elsewhere.");
  }
}
