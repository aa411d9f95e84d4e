import type { deleteMessage as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadChangeable } from "../../loading/load-changeable.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { listAudience } from "../../loading/message-audience.ts";
import { checkDelete } from "../../policies/delete-permission.ts";
import { deleteMessageEvent } from "../../present/edit-events.ts";
import { archiveMessages } from "../../queries/archive/archive-messages.ts";
import { filesOf, tellOwners } from "../../sending/link-files.ts";

/** Deletes a message (docs/behaviour/messages.md#deleting-messages). */
export async function deleteMessage(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  // Gate first, as with everything that changes messages: see docs/subsystems/messages.md.
  const { realmId } = realm;
  const deleted = await ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      const row = await loadChangeable(tx, realm, input.message_id);
      const channel = realm.channels.channels.get(row.channelId ?? 0) ?? null;
      checkDelete(realm.actor, { message: row, channel, now: ctx.now() / 1000 }, realm);
      const audience = await listAudience(tx, realm, { ...row, messageIds: [row.id] });
      const files = await filesOf({ tx }, realmId, [row.id]);
      const by = { deletedBy: realm.actor.id, nowMs: ctx.now() };
      await archiveMessages(tx, { realmId, ids: [row.id], reason: "message", ...by });
      emit(deleteMessageEvent([row.id], row, audience));
      await tellOwners({ tx, emit }, realmId, files);
      return row;
    },
    { gateFirst: true },
  );
  ctx.topics.forget({ ...deleted, realmId });
  return {};
}
