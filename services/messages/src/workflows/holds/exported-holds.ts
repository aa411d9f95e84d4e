import { inHeldSnapshot } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import {
  findHoldExport,
  listDueHoldExports,
  listEndedBefore,
} from "../../queries/archive/hold-exports.ts";
import { findHold } from "../../queries/archive/legal-holds.ts";
import { deleteParts, endTry, type ExportId } from "../../queries/exports/tries.ts";
import { keptMs } from "../../values/kept-exports.ts";
import { NotMine } from "../exports/keep-archive.ts";
import type { Exported } from "../exports/making.ts";
import { changeHolds } from "./change-holds.ts";
import { deleteHoldExport } from "./delete-hold-export.ts";
import { HoldEntries } from "./hold-entries.ts";

/** Exports of legal holds (docs/legal-holds.md). */
export function exportedHolds(ctx: Context): Exported<ExportId> {
  return {
    async removeOld() {
      const nowMs = ctx.now();
      for (const old of await listEndedBefore(ctx.db, nowMs - keptMs))
        await changeHolds(ctx, null, (tx) => deleteHoldExport(tx, old, nowMs));
    },
    listDue: () => listDueHoldExports(ctx.db, ctx.now()),
    async *entries({ id, realmId }, { mine, onRead, snapshot }) {
      // Whoever has deleted the organization meanwhile has left nothing to export.
      const asked = await findHoldExport(ctx.db, { realmId, id });
      if (asked === null) throw new NotMine("It is not wanted any more.");
      const hold = await inHeldSnapshot(ctx.db, snapshot.id, (tx) =>
        findHold(tx, realmId, asked.holdId),
      );
      if (hold === null) throw new NotMine("It is not wanted any more.");
      yield* new HoldEntries({ ctx, mine, snapshot, onRead, hold, asked }).all();
    },
    finish: (mine, failure) => {
      const nowMs = ctx.now();
      return changeHolds(ctx, null, async (tx) => {
        if (!(await endTry(tx, mine, { failure, nowMs }))) return;
        if (failure !== "") await deleteParts(tx, mine, nowMs);
      });
    },
  };
}
