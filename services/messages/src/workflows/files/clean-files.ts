// See docs/subsystems/uploads.md.
import { encodeAudience } from "@team-chat/contract";
import type { Logger } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { deleteUnclaimed, listUnclaimedRealms } from "../../queries/files/attachments.ts";
import { noteRemovalsOf, takeRemovals } from "../../queries/files/file-removals.ts";
import { forgetPages } from "../../queries/files/linked-pages.ts";
import { deletePagePictures } from "../../queries/files/page-pictures.ts";
import { addStoredBytes } from "../../queries/files/stored-bytes.ts";
import { freshMs } from "../../values/linked-pages.ts";

/** After this a file that no message ever linked to is not wanted. */
const unclaimedMs = 28 * 86_400_000;
/** Of one statement; when there are more, the next follows at once. */
const batch = 50;
const everyMs = 600_000;

type Work = Pick<Context, "db" | "outbox" | "files" | "now">;

/**
 * Removes files that nobody wants any more: those that no message ever linked to, and those outside of the database
 * that have no row. Also what is known of pages elsewhere, and pictures of theirs that no message shows.
 */
async function cleanFiles(ctx: Work): Promise<void> {
  for (const realmId of await listUnclaimedRealms(ctx.db, ctx.now() - unclaimedMs))
    while ((await removeUnclaimed(ctx, realmId)) === batch);
  await removeDueBytes(ctx);
}

/** Removes the bytes of files that are to be gone by now. */
export async function removeDueBytes(ctx: Work): Promise<void> {
  while ((await removeBytes(ctx)) === batch);
  await forgetPages(ctx.db, ctx.now() - freshMs);
  await deletePagePictures(ctx.db, ctx.now() - unclaimedMs);
}

async function removeUnclaimed({ outbox, now }: Work, realmId: number): Promise<number> {
  // Gate first, so that no message begins to link to them meanwhile.
  const remove: Parameters<typeof outbox.transaction<number>>[1] = async (tx, emit) => {
    const before = now() - unclaimedMs;
    const gone = await deleteUnclaimed(tx, { realmId, before, limit: batch });
    await noteRemovalsOf(tx, realmId, { files: gone, atMs: now() });
    const bytes = gone.reduce((sum, { size }) => sum + size, 0);
    const used = await addStoredBytes(tx, { realmId, added: -bytes, nowMs: now() });
    for (const { id, userId } of gone)
      emit({
        audience: encodeAudience([userId]),
        event: { type: "attachment", op: "remove", attachment: { id }, upload_space_used: used },
      });
    return gone.length;
  };
  return outbox.transaction(realmId, remove, { gateFirst: true });
}

/** Takes the rows with the files in one transaction: what cannot be removed now is noted still. */
function removeBytes({ db, files, now }: Work): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await takeRemovals(tx, now(), batch);
    for (const { pathId, place } of due) await files.at(place).delete(pathId, tx);
    return due.length;
  });
}

/** Removes unwanted files at an interval, until disposed of. */
export function cleanFilesRegularly(ctx: Work, log: Logger): PeriodicTask {
  return new PeriodicTask({
    everyMs,
    run: () => cleanFiles(ctx),
    onError: (error) => {
      log.error({ err: error }, "unwanted files stay for now");
    },
  });
}
