import { authored } from "@team-chat/audit";
import type { beginLegalHold as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkMayHold, isOn, parseHold } from "../../policies/archive/legal-holds.ts";
import { countHolds, insertHold, lockHolds } from "../../queries/archive/legal-holds.ts";

/** Keeps everything of a person or a channel from now on (docs/behaviour/moderation.md#legal-holds). */
export async function beginLegalHold(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const { actor, realmId } = realm;
  checkMayHold(actor);
  const hold = parseHold(input, realm);
  return authored(ctx.db, async (tx) => {
    // Whatever empties the archive has ended then, or sees the hold.
    await lockHolds(tx, realmId, { alone: true });
    checkRoom("legalHolds", await countHolds(tx, realmId));
    const id = await insertHold(tx, realmId, { ...hold, begunBy: actor.id, nowMs: ctx.now() });
    if (id === null) throw isOn();
    return { id };
  });
}
