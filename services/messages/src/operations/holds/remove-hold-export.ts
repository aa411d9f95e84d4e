import type { removeHoldExport as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { removeExport } from "../../workflows/holds/remove-export.ts";

/** Deletes an export of a legal hold for an operator (docs/legal-holds.md#operators). */
export async function removeHoldExport(
  ctx: Context,
  _: Identity,
  { id, key, realmId }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await removeExport(ctx, { realmId, id }, { key });
  return {};
}
