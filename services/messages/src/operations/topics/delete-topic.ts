import type { deleteTopic as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import { hasContentAccess } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { listAudience } from "../../loading/message-audience.ts";
import { checkDeleteTopic } from "../../policies/delete-permission.ts";
import { mayReadWholeHistory } from "../../policies/history.ts";
import { topicMeant } from "../../policies/message-text.ts";
import { deleteMessageEvent } from "../../present/edit-events.ts";
import { archiveMessages } from "../../queries/archive/archive-messages.ts";
import { listNewestInTopic } from "../../queries/messages/deletions.ts";
import { filesOf, tellOwners } from "../../sending/link-files.ts";

/** Messages of one transaction, so that no send of the realm waits long. */
const batch = 1000;
/** A request deletes no more than this; the client asks again. */
const maxBatches = 20;

interface Deletion {
  readonly recipientId: number;
  readonly channelId: number;
  readonly topic: string;
  /** Only what this user received; null for everything. */
  readonly receivedBy: number | null;
}

/** Deletes a topic in batches, newest messages first (docs/behaviour/messages.md#deleting-a-topic). */
export async function deleteTopic(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const { realmId, actor } = realm;
  const channel = realm.channels.channels.get(input.stream_id);
  if (!channel || channel.isArchived || !hasContentAccess(actor, channel, realm))
    throw new AppError("BAD_REQUEST", "Invalid channel ID");
  checkDeleteTopic(actor, channel, realm);
  const recipientId = await ctx.recipients.ofChannel(realmId, channel.id);
  const receivedBy = mayReadWholeHistory(actor, channel, realm) ? null : actor.id;
  const topic = topicMeant(input.topic_name);
  const deletion = { recipientId, channelId: channel.id, topic, receivedBy };
  let complete = false;
  for (let done = 0; done < maxBatches && !complete; done += 1)
    complete = (await deleteBatch(ctx, realm, deletion)) < batch;
  ctx.topics.forget({ realmId, recipientId, topic });
  return { complete };
}

/** Returns how many there were. */
function deleteBatch(ctx: Context, realm: RealmView, deletion: Deletion): Promise<number> {
  const { realmId } = realm;
  // Gate first, as with everything that changes messages: see docs/subsystems/messages.md.
  return ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      const rows = await listNewestInTopic(tx, { realmId, ...deletion, limit: batch });
      if (rows.length === 0) return 0;
      const ids = rows.map(({ id }) => id).toReversed();
      const place = { ...deletion, participants: null, messageIds: ids };
      const audience = await listAudience(tx, realm, place);
      const files = await filesOf({ tx }, realmId, ids);
      const by = { deletedBy: realm.actor.id, nowMs: ctx.now() };
      await archiveMessages(tx, { realmId, ids, reason: "topic", ...by });
      emit(deleteMessageEvent(ids, deletion, audience));
      await tellOwners({ tx, emit }, realmId, files);
      return ids.length;
    },
    { gateFirst: true },
  );
}
