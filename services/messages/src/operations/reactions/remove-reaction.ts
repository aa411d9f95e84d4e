import type { InputOf, OutputOf, removeReaction as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadChangeable } from "../../loading/load-changeable.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { loadStrangers } from "../../loading/load-strangers.ts";
import { listAudience } from "../../loading/message-audience.ts";
import { findOwnReaction } from "../../policies/reaction.ts";
import { reactionEvent } from "../../present/reaction-event.ts";
import { strangersOf } from "../../present/strangers.ts";
import { deleteReaction } from "../../queries/messages/reactions.ts";

/** Takes back a reaction of the caller's (docs/behaviour/messages.md#reactions). */
export async function removeReaction(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  if (input.emoji_name === undefined && input.emoji_code === undefined)
    throw new AppError(
      "BAD_REQUEST",
      "At least one of the following arguments must be present: emoji_name, emoji_code",
    );
  const realm = await loadRealm(ctx, caller);
  const { realmId, actor } = realm;
  await ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      const row = await loadChangeable(tx, realm, input.message_id);
      const reaction = findOwnReaction(row.reactions, actor.id, input);
      if (!reaction) throw new AppError("REACTION_DOES_NOT_EXIST", "Reaction doesn't exist.");
      await deleteReaction(tx, { realmId, messageId: row.id }, reaction);
      const audience = await listAudience(tx, realm, { ...row, messageIds: [row.id] });
      const unknown = await loadStrangers(ctx.hot, realm, { user: actor, among: audience });
      const strangers = strangersOf(actor.id, unknown, realm.users);
      emit(reactionEvent("remove", { messageId: row.id, reaction, actor, strangers }, audience));
    },
    { gateFirst: true },
  );
  return {};
}
