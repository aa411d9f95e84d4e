import { AppError } from "@team-chat/errors";
import { hasContentAccess } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { readEvent } from "../../present/flags-event.ts";
import { listUnreadIds, markRead } from "../../queries/read-state/flags.ts";

/** Marks everything of a channel, or of one topic of it, as read. @throws BAD_REQUEST */
export async function markTopicRead(
  ctx: Context,
  realm: RealmView,
  { channelId, topic }: { channelId: number; topic: string | null },
): Promise<void> {
  const { realmId, actor, channels } = realm;
  const channel = channels.channels.get(channelId);
  if (!channel || !hasContentAccess(actor, channel, realm))
    throw new AppError("BAD_REQUEST", "Invalid channel ID");
  const recipientId = await ctx.recipients.ofChannel(realmId, channelId);
  const reader = { realmId, userId: actor.id };
  // Gate first: sending updates the same rows of ranges while it holds the gate.
  await ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      const ids = await listUnreadIds(tx, { ...reader, recipientId, topic });
      await markRead(tx, reader, ids);
      emit(readEvent([actor.id], ids));
    },
    { gateFirst: true },
  );
}
