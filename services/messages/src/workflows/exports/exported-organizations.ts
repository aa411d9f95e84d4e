import type { Context } from "../../context.ts";
import {
  type ExportJob,
  listDueExports,
  listFinishedBefore,
} from "../../queries/exports/realm-exports.ts";
import { archivesKeptMs } from "../../values/kept-exports.ts";
import { ArchiveEntries } from "./archive-entries.ts";
import { deleteExport } from "./delete-export.ts";
import { finishExport } from "./finish-export.ts";
import type { Exported } from "./making.ts";

/** Exports of organizations. */
export function exportedOrganizations(ctx: Context): Exported<ExportJob> {
  return {
    async removeOld() {
      for (const old of await listFinishedBefore(ctx.db, ctx.now() - archivesKeptMs))
        await deleteExport(ctx, old);
    },
    listDue: () => listDueExports(ctx.db, ctx.now()),
    entries: (job, { onRead, snapshot }) =>
      new ArchiveEntries({
        ctx,
        realmId: job.realmId,
        of: { type: job.type },
        snapshot,
        onRead,
      }).all(),
    finish: (mine, failure) => finishExport(ctx, mine, failure),
  };
}
