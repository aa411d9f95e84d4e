import { sayAuthor } from "@team-chat/audit";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import {
  deletePersonExportRow,
  listDuePersonExports,
  listEndedPersonExports,
  type PersonJob,
} from "../../queries/exports/person-exports.ts";
import { deleteParts, endTry, type ExportId } from "../../queries/exports/tries.ts";
import { keptMs } from "../../values/kept-exports.ts";
import { ArchiveEntries } from "../exports/archive-entries.ts";
import type { Exported } from "../exports/making.ts";

/** Exports of people (docs/export.md#what-is-a-persons). */
export function exportedPeople(ctx: Context): Exported<PersonJob> {
  return {
    async removeOld() {
      const nowMs = ctx.now();
      for (const old of await listEndedPersonExports(ctx.db, nowMs - keptMs))
        await ctx.db.transaction((tx) => deletePersonExport(tx, old, nowMs));
    },
    listDue: () => listDuePersonExports(ctx.db, ctx.now()),
    entries: ({ realmId, userId }, { onRead, snapshot }) =>
      new ArchiveEntries({ ctx, realmId, of: { userId }, snapshot, onRead }).all(),
    finish: (mine, failure) => {
      const nowMs = ctx.now();
      return ctx.db.transaction(async (tx) => {
        await sayAuthor(tx);
        if (!(await endTry(tx, mine, { failure, nowMs }))) return;
        if (failure !== "") await deleteParts(tx, mine, nowMs);
      });
    },
  };
}

/** Deletes an export that has ended, with its archive. */
export async function deletePersonExport(
  tx: Transaction,
  exported: ExportId,
  nowMs: number,
): Promise<void> {
  await sayAuthor(tx);
  await deleteParts(tx, exported, nowMs);
  await deletePersonExportRow(tx, exported);
}
