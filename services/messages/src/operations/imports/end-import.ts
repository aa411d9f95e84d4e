import type { endImport as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { lockImport } from "../../queries/imports/realm-imports.ts";
import { giveUp } from "../../workflows/imports/run-imports.ts";

/** Gives an import up for the operator; one that is over stays as it is. */
export async function endImport(
  ctx: Context,
  _: Identity,
  { failure, realmId }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  // Also of one of which nothing has arrived it is kept what became of it.
  await ctx.db.transaction((tx) => lockImport(tx, { realmId, nowMs: ctx.now() }));
  await giveUp(ctx, realmId, failure);
  return {};
}
