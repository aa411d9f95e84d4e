// See docs/subsystems/archive.md.
import { note, sayAuthor } from "@team-chat/audit";
import { type DomainEvent, encodeAudience } from "@team-chat/contract";
import type { Transaction } from "@team-chat/pg";
import { checkTopicPolicy } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { listConcerned } from "../../loading/message-audience.ts";
import { cutoffOfPlace } from "../../policies/archive/restoring.ts";
import { cutoffsAt } from "../../policies/retention.ts";
import { deleteArchived } from "../../queries/archive/emptying.ts";
import { copyBack, lockArchived } from "../../queries/archive/restoring.ts";
import { lockTopicFence } from "../../queries/messages/topic-fence.ts";
import { filesOf, tellOwners } from "../../sending/link-files.ts";
import { settleRestored } from "../../sending/settle-restored.ts";
import { TopicFenced } from "../../sending/topic-fence.ts";
import type { ArchivedRecipient, Selection } from "../../values/archive.ts";

/** Messages of one transaction, so that no send of the realm waits long. */
export const maxRestored = 1000;

interface Restoring {
  readonly of: Selection;
  readonly place: ArchivedRecipient;
}

/**
 * Brings messages of a place back in one transaction, those that were deleted last first. Returns how many there were.
 * @throws BAD_REQUEST where the channel allows no such topic, TopicFenced
 */
export function restoreBatch(
  ctx: Context,
  realm: RealmView,
  { of, place }: Restoring,
): Promise<number> {
  const { realmId } = realm;
  const sinceMs = cutoffOfPlace(
    place,
    cutoffsAt(ctx.now(), realm.channels.channels.values(), realm.users),
  );
  // Gate first, as with everything that changes messages: see docs/subsystems/messages.md.
  return ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      await sayAuthor(tx);
      const rows = await lockArchived(tx, realmId, {
        of,
        sinceMs,
        keptSinceMs: ctx.now() - ctx.archiveMs,
        limit: maxRestored,
      });
      if (rows.length === 0) return 0;
      for (const topic of new Set(rows.map((row) => row.topic)))
        await checkTopic(tx, realm, { place, topic });
      const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b);
      await copyBack(tx, { realmId, recipientId: place.recipientId }, ids);
      await deleteArchived(tx, realmId, ids);
      await settleRestored(tx, realmId, ids);
      emit(await restoredEvent(tx, realm, { place, ids }));
      await tellOwners({ tx, emit }, realmId, await filesOf({ tx }, realmId, ids));
      await noteRestored(tx, realmId, { place, ids });
      return ids.length;
    },
    { gateFirst: true },
  );
}

/** Checks that messages may be under the topic: a channel may have come to allow the empty one alone. */
async function checkTopic(
  tx: Transaction,
  { channels, realmId, users }: RealmView,
  { place: { channelId, recipientId }, topic }: { place: ArchivedRecipient; topic: string },
): Promise<void> {
  const channel = channels.channels.get(channelId ?? 0);
  if (!channel || topic === "") return;
  checkTopicPolicy(channel, topic, users.realm?.settings["topics_policy"]);
  const fence = await lockTopicFence(tx, realmId, recipientId);
  if (fence !== null) throw new TopicFenced({ recipientId, channelId, topic, fence });
}

interface Restored {
  readonly place: ArchivedRecipient;
  /** Ascending. */
  readonly ids: readonly number[];
}

async function restoredEvent(
  tx: Transaction,
  realm: RealmView,
  { ids, place }: Restored,
): Promise<DomainEvent> {
  const { channelId } = place;
  const concerned = await listConcerned(tx, realm, { ...place, messageIds: ids });
  return {
    // Nobody is told: clients register anew instead, because none knows of messages that come with old ids.
    audience: encodeAudience([]),
    event: {
      type: "messages_restored",
      ...(channelId === null ? {} : { stream_id: channelId }),
      message_ids: ids,
      concerned: encodeAudience(concerned),
      is_public: realm.channels.channels.get(channelId ?? 0)?.isPrivate === false,
    },
  };
}

async function noteRestored(
  tx: Transaction,
  realmId: number,
  { ids, place }: Restored,
): Promise<void> {
  const [first = 0] = ids;
  await note(tx, {
    realmId,
    object: "restored_messages",
    key: place.channelId === null ? {} : { channel_id: place.channelId },
    after: { messages: ids.length, first, last: ids.at(-1) ?? first },
  });
}
