import type { endOperatorHold as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { z } from "zod";

import type { Context } from "../../context.ts";
import { carryOutOnce } from "../../workflows/carry-out-once.ts";
import { endHoldFor } from "../../workflows/holds/end-hold-for.ts";

/** Ends a legal hold for an operator, whoever began it (docs/legal-holds.md#operators). */
export async function endOperatorHold(
  ctx: Context,
  _: Identity,
  { callKey, id, key, realmId }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await carryOutOnce(ctx, { realmId, callKey, answer: z.unknown() }, (note) =>
    endHoldFor({ ...ctx, note }, { realmId, id }, { key }),
  );
  return {};
}
