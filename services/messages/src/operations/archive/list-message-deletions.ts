import type { InputOf, listMessageDeletions as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkArchiveChannel, checkMayRestore } from "../../policies/archive/restoring.ts";
import { topicMeant } from "../../policies/message-text.ts";
import { presentDeletion } from "../../present/deletion.ts";
import { listDeletionRows } from "../../queries/archive/deletions.ts";

/** Lists deletions of which something can be restored (docs/behaviour/moderation.md#what-was-deleted). */
export async function listMessageDeletions(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  checkMayRestore(realm.actor);
  checkArchiveChannel(realm.actor, input.stream_id, realm);
  const rows = await listDeletionRows(ctx.db, {
    realmId: realm.realmId,
    keptSinceMs: ctx.now() - ctx.archiveMs,
    beforeId: input.anchor ?? null,
    channelId: input.stream_id ?? null,
    topic: input.topic === undefined ? null : topicMeant(input.topic),
    deletedBy: input.deleter_id ?? null,
    since: input.since ?? null,
    until: input.until ?? null,
    limit: input.limit + 1,
  });
  const shown = rows.slice(0, input.limit).map((row) => presentDeletion(row, ctx.archiveMs / 1000));
  return { deletions: shown, found_oldest: rows.length <= input.limit };
}
