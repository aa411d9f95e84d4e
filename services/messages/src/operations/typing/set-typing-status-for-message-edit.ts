import {
  encodeAudience,
  type InputOf,
  type OutputOf,
  type setTypingStatusForMessageEdit as contract,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadChangeable } from "../../loading/load-changeable.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { listAudience } from "../../loading/message-audience.ts";
import { checkEditing } from "../../policies/edit-permission.ts";
import { channelTypingAudience, checkSendsTyping, typingAudience } from "../../policies/typing.ts";

/** Tells others that the caller is editing a message, or stopped (docs/behaviour/messages.md#typing-while-editing). */
export async function setTypingStatusForMessageEdit(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const { realmId, actor, users, channels } = realm;
  const row = await loadChangeable(ctx.db, realm, input.message_id);
  checkEditing(actor, { message: row, now: ctx.now() / 1000 }, realm);
  const { channelId, participants, topic } = row;
  checkSendsTyping(actor, channelId === null ? "direct" : "channel");
  const readers = await listAudience(ctx.db, realm, { ...row, messageIds: [row.id] });
  const audience =
    channelId === null
      ? typingAudience([...readers], users.users)
      : channelTypingAudience(
          [...channels.subscribersOf(channelId).keys()].filter((id) => readers.has(id)),
          users.users,
        );
  if (audience.length === 0) return {};
  const recipient =
    channelId === null
      ? { type: "direct", user_ids: participants ?? [] }
      : { type: "channel", channel_id: channelId, topic };
  const event = { op: input.op, sender_id: actor.id, message_id: row.id, recipient };
  await ctx.outbox.transaction(realmId, async (_tx, emit) => {
    emit({ audience: encodeAudience(audience), event: { type: "typing_edit_message", ...event } });
  });
  return {};
}
