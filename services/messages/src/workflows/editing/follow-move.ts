import { randomUUID } from "node:crypto";

import type { RealmView } from "../../domain/directories/realm-view.ts";
import { notePendingCall } from "../../domain/pending-calls.ts";
import { hasOtherMessages } from "../../queries/peers/notices.ts";
import type { ChangeWork } from "../change-work.ts";
import type { MoveSide } from "../notices/move-notices.ts";

interface Followed {
  readonly from: MoveSide;
  readonly to: MoveSide;
  readonly ids: readonly number[];
}

/**
 * Notes, in the transaction of a move, that preferences go with a topic of which nothing is left
 * (docs/behaviour/subscriptions.md#preferences-that-move). Returns whether nothing is.
 */
export async function followMove(
  { tx, realm }: Pick<ChangeWork, "tx"> & { readonly realm: RealmView },
  { from, to, ids }: Followed,
): Promise<boolean> {
  const { realmId } = realm;
  if (await hasOtherMessages(tx, { ...from, realmId, ids })) return false;
  const isMerge = await hasOtherMessages(tx, { ...to, realmId, ids });
  await notePendingCall(tx, {
    operation: "moveTopicPreferences",
    input: { realmId, from: topicOf(from), to: topicOf(to), isMerge, key: `move-${randomUUID()}` },
  });
  return true;
}

function topicOf({ channel, topic }: MoveSide) {
  return { channelId: channel.id, topic };
}
