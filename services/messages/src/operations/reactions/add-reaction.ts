import type { addReaction as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { realmEmojiOf } from "../../domain/directories/realm-markup.ts";
import { loadChangeable } from "../../loading/load-changeable.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { loadStrangers } from "../../loading/load-strangers.ts";
import { listAudience } from "../../loading/message-audience.ts";
import { findJoinedEmoji, resolveEmoji } from "../../policies/reaction.ts";
import { reactionEvent } from "../../present/reaction-event.ts";
import { strangersOf } from "../../present/strangers.ts";
import { flagBits } from "../../queries/messages/flag-bits.ts";
import { insertReaction } from "../../queries/messages/reactions.ts";
import { addFlags } from "../../queries/read-state/flags.ts";
import { noteParticipation } from "../../workflows/sending/note-participation.ts";

/** Reacts to a message with an emoji (docs/behaviour/messages.md#reactions). */
export async function addReaction(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const { realmId, actor } = realm;
  // Gate first, as with everything that changes messages: see docs/subsystems/messages.md.
  await ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      const row = await loadChangeable(tx, realm, input.message_id);
      const emoji =
        findJoinedEmoji(row.reactions, input) ??
        resolveEmoji(input, realmEmojiOf(realm.users.realm));
      const same = row.reactions.filter(
        (one) => one.emoji_code === emoji.emojiCode && one.reaction_type === emoji.reactionType,
      );
      if (same.some(({ user_id: userId }) => userId === actor.id))
        throw new AppError("REACTION_ALREADY_EXISTS", "Reaction already exists.");
      const own = row.reactions.filter(({ user_id: userId }) => userId === actor.id);
      checkRoom("reactionsOfUser", own.length);
      const reaction = {
        // Whoever joins others' reaction calls it as they do.
        emoji_name: same[0]?.emoji_name ?? emoji.emojiName,
        emoji_code: emoji.emojiCode,
        reaction_type: emoji.reactionType,
        user_id: actor.id,
      };
      await insertReaction(tx, { realmId, messageId: row.id }, reaction);
      if (!row.received)
        await addFlags(tx, { realmId, userId: actor.id }, [
          { id: row.id, bits: flagBits.historical },
        ]);
      const audience = await listAudience(tx, realm, { ...row, messageIds: [row.id] });
      const unknown = await loadStrangers(ctx.hot, realm, { user: actor, among: audience });
      const strangers = strangersOf(actor.id, unknown, realm.users);
      emit(reactionEvent("add", { messageId: row.id, reaction, actor, strangers }, audience));
      await noteParticipation({ ctx, tx }, realm, row);
    },
    { gateFirst: true },
  );
  await ctx.pendingCalls.settle(realmId);
  return {};
}
