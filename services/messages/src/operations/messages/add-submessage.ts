import type { addSubmessage as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { loadChangeable } from "../../loading/load-changeable.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { listAudience } from "../../loading/message-audience.ts";
import { checkSubmessage } from "../../policies/submessage.ts";
import { submessageEvent } from "../../present/submessage-event.ts";
import { insertSubmessage } from "../../queries/messages/submessages.ts";
import { noteParticipation } from "../../workflows/sending/note-participation.ts";

/** Takes part in a poll or a todo list (docs/behaviour/messages.md#polls-and-widgets). */
export async function addSubmessage(
  ctx: Context,
  caller: Caller,
  { message_id: messageId, msg_type: type, content }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const { realmId, actor } = realm;
  // Gate first, as with everything that changes messages: see docs/subsystems/messages.md.
  await ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      const row = await loadChangeable(tx, realm, messageId);
      checkSubmessage(actor.id, row, content);
      const own = row.submessages.filter((one) => one.sender_id === actor.id);
      checkRoom("submessagesOfUser", own.length);
      const added = await insertSubmessage(tx, realmId, {
        msg_type: type,
        content,
        message_id: row.id,
        sender_id: actor.id,
      });
      const audience = await listAudience(tx, realm, { ...row, messageIds: [row.id] });
      emit(submessageEvent(added, audience));
      await noteParticipation({ ctx, tx }, realm, row);
    },
    { gateFirst: true },
  );
  await ctx.pendingCalls.settle(realmId);
  return {};
}
