import type { listDrafts as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkSynchronizes } from "../../policies/draft.ts";
import { findDrafts } from "../../workflows/drafts/find-drafts.ts";

/** Lists the caller's drafts (docs/behaviour/drafts-and-scheduled.md#drafts). */
export async function listDrafts(ctx: Context, caller: Caller): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  checkSynchronizes(realm.actor);
  const drafts = [...(await findDrafts(ctx.db, realm))];
  return { count: drafts.length, drafts };
}
