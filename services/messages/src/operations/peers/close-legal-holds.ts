import type { closeLegalHolds as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { countHolds, insertClosingRealm, lockHolds } from "../../queries/archive/legal-holds.ts";

/** Lets no hold of an organization begin any more, unless one is on (docs/behaviour/moderation.md#legal-holds). */
export function closeLegalHolds(
  { db }: Context,
  _: Identity,
  { realmId }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  return db.transaction(async (tx) => {
    // Whoever begins a hold has it then, or sees that it is too late.
    await lockHolds(tx, realmId, { alone: true });
    const count = await countHolds(tx, realmId);
    if (count === 0) await insertClosingRealm(tx, realmId);
    return { count };
  });
}
