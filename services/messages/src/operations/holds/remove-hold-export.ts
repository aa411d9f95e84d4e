import type { removeHoldExport as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { z } from "zod";

import type { Context } from "../../context.ts";
import { carryOutOnce } from "../../workflows/carry-out-once.ts";
import { removeExport } from "../../workflows/holds/remove-export.ts";

/** Deletes an export of a legal hold for an operator (docs/legal-holds.md#operators). */
export async function removeHoldExport(
  ctx: Context,
  _: Identity,
  { callKey, id, key, realmId }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await carryOutOnce(ctx, { realmId, callKey, answer: z.unknown() }, (note) =>
    removeExport({ ...ctx, note }, { realmId, id }, { key }),
  );
  return {};
}
