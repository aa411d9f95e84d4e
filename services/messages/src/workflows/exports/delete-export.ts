import type { Context } from "../../context.ts";
import { endArchive } from "../../queries/exports/realm-exports.ts";
import { deleteParts } from "../../queries/exports/tries.ts";
import { changeExports } from "./change-exports.ts";

/** Deletes the archive of a finished export; false when there is none. */
export async function deleteExport(
  ctx: Pick<Context, "now" | "outbox" | "users">,
  { id, realmId }: { readonly realmId: number; readonly id: number },
): Promise<boolean> {
  const nowMs = ctx.now();
  const deleted = await changeExports(ctx, realmId, async (tx) => {
    if (!(await endArchive(tx, { realmId, id, nowMs }))) return null;
    await deleteParts(tx, { of: "organization", realmId, id }, nowMs);
    return id;
  });
  return deleted !== null;
}
