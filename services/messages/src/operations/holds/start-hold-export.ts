import { holdExportRecord, type startHoldExport as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { carryOutOnce } from "../../workflows/carry-out-once.ts";
import { askForExport } from "../../workflows/holds/ask-for-export.ts";

/** Has a legal hold exported for an operator (docs/legal-holds.md#operators). */
export async function startHoldExport(
  ctx: Context,
  _: Identity,
  { callKey, holdId, key, realmId }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const begun = await carryOutOnce(ctx, { realmId, callKey, answer: holdExportRecord }, (note) =>
    askForExport({ ...ctx, note }, { realmId, holdId }, { key }),
  );
  return { export: begun };
}
