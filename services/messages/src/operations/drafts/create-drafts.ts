import {
  type createDrafts as contract,
  encodeAudience,
  type InputOf,
  type OutputOf,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkSynchronizes, normaliseDraft } from "../../policies/draft.ts";
import { countDrafts, insertDrafts } from "../../queries/drafts/drafts.ts";

/** Keeps drafts for the caller (docs/behaviour/drafts-and-scheduled.md#drafts). */
export async function createDrafts(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const { realmId, actor } = realm;
  checkSynchronizes(actor);
  const author = { actor, now: ctx.now() / 1000 };
  const wanted = input.drafts.map((draft) => normaliseDraft(author, draft, realm));
  if (wanted.length === 0) return { ids: [] };
  const drafts = await ctx.outbox.transaction(realmId, async (tx, emit) => {
    const owner = { realmId, userId: actor.id };
    checkRoom("draftsOfUser", await countDrafts(tx, owner), wanted.length);
    const created = await insertDrafts(tx, owner, wanted);
    const audience = encodeAudience([actor.id]);
    emit({ audience, event: { type: "drafts", op: "add", drafts: [...created] } });
    return created;
  });
  return { ids: drafts.map(({ id }) => id) };
}
