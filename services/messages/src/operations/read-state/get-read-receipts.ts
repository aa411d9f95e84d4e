import type { getReadReceipts as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { mutedBy, mutersOf } from "../../domain/directories/alerts-and-mutes.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { loadAccessible } from "../../loading/load-accessible.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { realmSetting } from "../../policies/realm-setting.ts";
import { listReaders } from "../../queries/messages/message-audience.ts";
import type { MessageRow } from "../../queries/messages/messages.ts";

/** Tells who has read a message (docs/behaviour/messages.md#read-receipts). */
export async function getReadReceipts(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const [row] = await loadAccessible(ctx.db, realm, [input.message_id]);
  if (!realmSetting("enable_read_receipts", realm.users))
    throw new AppError("BAD_REQUEST", "Read receipts are disabled in this organization.");
  const place = { realmId: realm.realmId, recipientId: row.recipientId, messageId: row.id };
  return { user_ids: [...(await listReaders(ctx.db, place, candidates(row, realm)))] };
}

/**
 * Lists who belongs there now and shows what they read. Muting hides in both directions: those whom the viewer muted,
 * and those who muted the viewer.
 */
function candidates({ channelId, participants, senderId }: MessageRow, realm: RealmView): number[] {
  const { actor, users, channels } = realm;
  const ids =
    channelId === null ? (participants ?? []) : [...channels.subscribersOf(channelId).keys()];
  const hidden = new Set([senderId, ...mutedBy(actor.id, users), ...mutersOf(actor.id, users)]);
  return ids.filter((id) => {
    const user = users.users.get(id);
    return (
      user?.isActive === true && !hidden.has(id) && user.settings["send_read_receipts"] !== false
    );
  });
}
