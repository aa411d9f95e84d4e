// See docs/export.md and docs/adr/0027-exports-of-one-moment.md.
import { setTimeout } from "node:timers/promises";

import { holdSnapshot, type HeldSnapshot } from "@team-chat/pg";
import type { Logger } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import {
  beginTry,
  deleteParts,
  type ExportJob,
  type ExportTry,
  listDueExports,
  listFinishedBefore,
  noteProgress,
  putOff,
} from "../../queries/exports/realm-exports.ts";
import { ArchiveEntries, type Read } from "./archive-entries.ts";
import { deleteExport } from "./delete-export.ts";
import { finishExport } from "./finish-export.ts";
import { keepArchive, NotMine } from "./keep-archive.ts";
import { zipArchive } from "./zip-archive.ts";

const lookEveryMs = 5000;
/** After one that failed or that ended with its process. */
const maxTries = 5;
const tryAgainMs = 30_000;
const noteEveryMs = 1000;
/** Archives are kept for 30 days. */
const keptMs = 2_592_000_000;

export interface Exporting extends AsyncDisposable {
  /** Makes the exports that are due. */
  readonly runNow: () => Promise<void>;
}

/**
 * Makes exports that are due, at an interval, one at a time, until disposed of; then one under way is left to others,
 * who begin it anew.
 */
export function exportRegularly(ctx: Context, log: Logger): Exporting {
  const stopping = new AbortController();
  const task = new PeriodicTask({
    everyMs: lookEveryMs,
    async run() {
      for (const old of await listFinishedBefore(ctx.db, ctx.now() - keptMs))
        await deleteExport(ctx, old);
      for (const job of await listDueExports(ctx.db, ctx.now())) {
        if (stopping.signal.aborted) return;
        // Whoever has the name holds the snapshot, and both end with their process.
        const name = `export ${job.realmId} ${job.id}`;
        await holdSnapshot(ctx.db, name, (snapshot) =>
          make({ ctx, log, signal: stopping.signal }, job, snapshot),
        );
      }
    },
    onError: (error) => {
      log.error({ err: error }, "exports are made later");
    },
  });
  return {
    runNow: () => task.runNow(),
    [Symbol.asyncDispose]: () => {
      stopping.abort();
      return task[Symbol.asyncDispose]();
    },
  };
}

interface Making {
  readonly ctx: Context;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

async function make(
  { ctx, log, signal }: Making,
  job: ExportJob,
  snapshot: HeldSnapshot,
): Promise<void> {
  const { db, now } = ctx;
  const mine = await beginTry(db, { job, cutAtMs: snapshot.takenAt.getTime() });
  if (mine === null) return;
  try {
    await deleteParts(db, { ...mine, nowMs: now() });
    if (mine.tries > maxTries) {
      await finishExport(
        ctx,
        mine,
        "It was begun five times, and ended with its process each time.",
      );
      return;
    }
    const progress = new Progress({ ctx, mine, signal });
    const entries = new ArchiveEntries({
      ctx,
      job,
      snapshot,
      onRead: (read) => progress.add(read),
    });
    await keepArchive(ctx, mine, progress.counted(zipArchive(entries.all())));
    await progress.note();
    await finishExport(ctx, mine, "");
  } catch (error) {
    if (error instanceof NotMine) return;
    const failure = signal.aborted ? "" : "Part of it could not be read or written.";
    if (!signal.aborted) log.error({ err: error, exportId: mine.id }, "an export failed");
    if (mine.tries >= maxTries && !signal.aborted) await finishExport(ctx, mine, failure);
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
