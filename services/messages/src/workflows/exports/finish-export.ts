import type { Context } from "../../context.ts";
import { deleteParts, endTry, type ExportTry } from "../../queries/exports/tries.ts";
import { changeExports } from "./change-exports.ts";

/**
 * Ends an export of an organization, with words for why it failed if it did; an archive is kept only of one that did
 * not.
 */
export async function finishExport(
  ctx: Pick<Context, "now" | "outbox" | "users">,
  mine: ExportTry,
  failure: string,
): Promise<void> {
  const nowMs = ctx.now();
  await changeExports(ctx, mine.realmId, async (tx) => {
    if (!(await endTry(tx, mine, { failure, nowMs }))) return null;
    if (failure !== "") await deleteParts(tx, mine, nowMs);
    return mine;
  });
}
