import type { deleteRealmExport as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkMayExport } from "../../policies/exports.ts";
import { findExport } from "../../queries/exports/realm-exports.ts";
import { deleteExport } from "../../workflows/exports/delete-export.ts";

/** Deletes the archive of an export for an administrator (docs/behaviour/organization.md#exports). */
export async function deleteRealmExport(
  ctx: Context,
  caller: Caller,
  { export_id: id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { actor, realmId } = await loadRealm(ctx, caller);
  checkMayExport(actor);
  if (await deleteExport(ctx, { realmId, id })) return {};
  const state = (await findExport(ctx.db, { realmId, id }))?.state;
  throw new AppError(
    "BAD_REQUEST",
    state === undefined ? "Invalid data export ID" : refusals[state],
  );
}

const pending = "Export cannot be deleted until complete";
const refusals = {
  waiting: pending,
  running: pending,
  failed: "Export failed, nothing to delete",
  deleted: "Export already deleted",
  // It was finished just now.
  done: pending,
};
