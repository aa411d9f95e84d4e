import {
  type deleteDraft as contract,
  encodeAudience,
  type InputOf,
  type OutputOf,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkSynchronizes } from "../../policies/draft.ts";
import { deleteDraft as deleteRow } from "../../queries/drafts/drafts.ts";

/** Deletes a draft of the caller's (docs/behaviour/drafts-and-scheduled.md#drafts). */
export async function deleteDraft(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { realmId, actor } = await loadRealm(ctx, caller);
  checkSynchronizes(actor);
  await ctx.outbox.transaction(realmId, async (tx, emit) => {
    if (!(await deleteRow(tx, { realmId, userId: actor.id, id: input.draft_id })))
      throw new AppError("RESOURCE_NOT_FOUND", "Draft does not exist");
    const audience = encodeAudience([actor.id]);
    emit({ audience, event: { type: "drafts", op: "remove", draft_id: input.draft_id } });
  });
  return {};
}
