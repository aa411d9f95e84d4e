import {
  type editDraft as contract,
  encodeAudience,
  type InputOf,
  type OutputOf,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkSynchronizes, normaliseDraft } from "../../policies/draft.ts";
import { findDraft, updateDraft } from "../../queries/drafts/drafts.ts";

/** Replaces a draft of the caller's (docs/behaviour/drafts-and-scheduled.md#drafts). */
export async function editDraft(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const { realmId, actor } = realm;
  checkSynchronizes(actor);
  const place = { realmId, userId: actor.id, id: input.draft_id };
  if ((await findDraft(ctx.db, place)) === null) throw unknown();
  const wanted = normaliseDraft({ actor, now: ctx.now() / 1000 }, input.draft, realm);
  await ctx.outbox.transaction(realmId, async (tx, emit) => {
    const draft = await updateDraft(tx, place, wanted);
    if (!draft) throw unknown();
    const audience = encodeAudience([actor.id]);
    emit({ audience, event: { type: "drafts", op: "update", draft } });
  });
  return {};
}

function unknown(): AppError {
  return new AppError("RESOURCE_NOT_FOUND", "Draft does not exist");
}
