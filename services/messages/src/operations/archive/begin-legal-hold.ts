import { authored } from "@team-chat/audit";
import type { beginLegalHold as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkMayHold, parseHold } from "../../policies/archive/legal-holds.ts";
import { beginHold } from "../../workflows/holds/begin-hold.ts";

/** Keeps everything of a person or a channel from now on (docs/behaviour/moderation.md#legal-holds). */
export async function beginLegalHold(
  ctx: Context,
  caller: Caller,
  { reason, stream_id: channelId, user_id: userId }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const { actor, realmId } = realm;
  checkMayHold(actor);
  const hold = parseHold({ reason, channelId, userId }, realm);
  const by = { userId: actor.id };
  const nowMs = ctx.now();
  const id = await authored(ctx.db, (tx) => beginHold(tx, realmId, { hold, by, nowMs }));
  return { id };
}
