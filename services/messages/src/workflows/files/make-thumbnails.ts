// See docs/subsystems/uploads.md#thumbnails.
import { Readable } from "node:stream";

import { thumbnailFormats } from "@team-chat/contract";
import type { ScaleOutcome } from "@team-chat/pictures";
import type { Logger } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { newPathId } from "../../domain/files/file-name.ts";
import { listById, type ThumbnailRow } from "../../queries/files/attachments.ts";
import {
  endJob,
  takeDueJob,
  takeNewJob,
  type ThumbnailJob,
  updateThumbnails,
} from "../../queries/files/thumbnail-jobs.ts";
import { fileSource } from "./file-source.ts";
import { keepBytes, type KeptBytes } from "./keep-bytes.ts";
import { showThumbnails } from "./show-thumbnails.ts";

/** Longer than scaling one picture may take; then another process begins it again. */
const claimMs = 120_000;
/** Processes that scaling may end; then the picture goes without thumbnails. */
const maxTries = 3;
const lookEveryMs = 5000;

/** Time for which a new job is left to the process that stored its file, which begins with it at once. */
export const ownJobMs = 10_000;

type Work = Pick<
  Context,
  "channels" | "db" | "files" | "newPictures" | "now" | "outbox" | "scaler" | "users"
>;

/**
 * Makes thumbnails of pictures that this process has stored at once, and those that others left at an interval, until
 * disposed of. Each job is one process's alone for a while.
 */
export function makeThumbnailsRegularly(ctx: Work, log: Logger): PeriodicTask {
  const task = new PeriodicTask({
    everyMs: lookEveryMs,
    async run() {
      for (let job = await nextJob(ctx); job !== null; job = await nextJob(ctx))
        await make(ctx, job);
    },
    onError: (error) => {
      log.error({ err: error }, "thumbnails are made later");
    },
  });
  ctx.newPictures.onAdd(() => void task.runNow());
  return task;
}

/** Takes a job that this process may begin now; null when there is none. */
async function nextJob({ db, newPictures, now }: Work): Promise<ThumbnailJob | null> {
  const nowMs = now();
  const untilMs = nowMs + claimMs;
  for (let own = newPictures.take(); own !== undefined; own = newPictures.take()) {
    const job = await takeNewJob(db, own, untilMs);
    if (job !== null) return job;
  }
  return takeDueJob(db, { nowMs, untilMs });
}

async function make(ctx: Work, job: ThumbnailJob): Promise<void> {
  const { realmId } = job;
  const outcome = await scale(ctx, job);
  if (outcome === null || (outcome.kind === "died" && job.tries < maxTries)) return;
  const kept = outcome.kind === "scaled" ? await keepAll(ctx, realmId, outcome.pictures) : [];
  const [users, channels] = await Promise.all([
    ctx.users.current(realmId),
    ctx.channels.current(realmId),
  ]);
  // Gate first, so that no message is written meanwhile that shows the picture as it was.
  await ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      if (!(await endJob(tx, job))) return;
      for (const { bytes } of kept) await bytes.commit(tx);
      const isAnimated = outcome.kind === "scaled" && outcome.isAnimated;
      const thumbnails = kept.map(({ row }) => row);
      await updateThumbnails(tx, job, { isAnimated, thumbnails });
      const nowMs = ctx.now();
      for (const file of await listById(tx, realmId, [job.id]))
        await showThumbnails({ tx, emit }, { realmId, users, channels }, { file, nowMs });
    },
    { gateFirst: true },
  );
}

/** Returns null when the file is gone. */
async function scale(ctx: Work, { id, realmId }: ThumbnailJob): Promise<ScaleOutcome | null> {
  const [file] = await listById(ctx.db, realmId, [id]);
  if (file === undefined) return null;
  const pieces: Uint8Array[] = [];
  const whole = { first: 0, last: file.size - 1 };
  for await (const piece of fileSource(ctx, realmId, file).read(whole)) pieces.push(piece);
  const sizes = thumbnailFormats.map(
    ({ animated, max_height: height, max_width: width }) =>
      ({ width, height, fit: "inside", motion: animated ? "only" : "still" }) as const,
  );
  return ctx.scaler.scale({ bytes: Buffer.concat(pieces), sizes });
}

interface Kept {
  readonly bytes: KeptBytes;
  readonly row: ThumbnailRow;
}

/** Stores thumbnails, each under an address of its own, so that what a crash leaves is removed like any other file. */
async function keepAll(
  ctx: Work,
  realmId: number,
  pictures: readonly (Uint8Array | null)[],
): Promise<readonly Kept[]> {
  const kept: Kept[] = [];
  for (const [index, { name }] of thumbnailFormats.entries()) {
    const picture = pictures[index] ?? null;
    if (picture === null) continue;
    const pathId = newPathId(realmId, name);
    const bytes = await keepBytes(ctx, {
      realmId,
      pathId,
      bytes: Readable.from([Buffer.from(picture)]),
    });
    kept.push({ bytes, row: { name, pathId, size: picture.length, place: bytes.place } });
  }
  return kept;
}
