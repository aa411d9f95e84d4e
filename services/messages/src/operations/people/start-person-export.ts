import { sayAuthor } from "@team-chat/audit";
import type { startPersonExport as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { insertPersonExport, listPersonExportRows } from "../../queries/exports/person-exports.ts";

/** Most exports that are kept of an organization. */
const mostKept = 100;

/** Has one person exported for an operator (docs/export.md#what-is-a-persons). @throws BAD_REQUEST */
export async function startPersonExport(
  ctx: Context,
  _: Identity,
  { key, realmId, userId }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const nowMs = ctx.now();
  for (;;) {
    const begun = await ctx.db.transaction(async (tx) => {
      await sayAuthor(tx);
      const rows = await listPersonExportRows(tx, realmId);
      const open = rows.find(
        (row) => row.userId === userId && (row.state === "waiting" || row.state === "running"),
      );
      if (open !== undefined) return open;
      if (rows.length >= mostKept)
        throw new AppError(
          "BAD_REQUEST",
          `There are ${mostKept} exports of people: delete one of them first.`,
        );
      return insertPersonExport(tx, { realmId, userId, key, nowMs });
    });
    // Somebody else has begun one at the same moment, which is found the next time.
    if (begun !== null) return { export: begun };
  }
}
