import type { InputOf, OutputOf, restoreMessages as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import {
  checkArchiveChannel,
  checkFound,
  checkMayRestore,
  checkRestored,
  parseSelection,
} from "../../policies/archive/restoring.ts";
import { findArchivedRecipient } from "../../queries/archive/restoring.ts";
import { pastTopicFence } from "../../sending/topic-fence.ts";
import { maxRestored, restoreBatch } from "../../workflows/archive/restore-batch.ts";

/** A request restores no more than this; the client asks again. */
const maxBatches = 20;

/** Brings deleted messages back in batches (docs/behaviour/moderation.md#restoring-messages). */
export async function restoreMessages(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  checkMayRestore(realm.actor);
  const of = parseSelection(input);
  checkArchiveChannel(realm.actor, input.stream_id, realm);
  const place = await findArchivedRecipient(ctx.db, realm.realmId, {
    of,
    keptSinceMs: ctx.now() - ctx.archiveMs,
  });
  checkFound(place);
  let restored = 0;
  let complete = false;
  for (let done = 0; done < maxBatches && !complete; done += 1) {
    const batch = await pastTopicFence(ctx, realm.realmId, () =>
      restoreBatch(ctx, realm, { of, place }),
    );
    restored += batch;
    complete = batch < maxRestored;
  }
  checkRestored(restored);
  return { restored, complete };
}
