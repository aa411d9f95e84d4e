// See docs/subsystems/messages.md.
import type { ChannelRecord } from "@team-chat/contract";
import { topicLinks } from "@team-chat/markdown";
import type { Transaction } from "@team-chat/pg";
import { hasContentAccess } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { linkifiersOf } from "../../domain/directories/realm-markup.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import {
  checkChannelMove,
  checkTopicEdit,
  isResolving,
  moveLimit,
} from "../../policies/edit-permission.ts";
import type { MessageChange } from "../../policies/message-change.ts";
import { moveMessages } from "../../queries/messages/edits.ts";
import type { MessageRow } from "../../queries/messages/messages.ts";
import {
  deleteFlagsOf,
  listHolders,
  lockRecipients,
  moveRanges,
  type ReadBy,
} from "../../queries/messages/moved-ranges.ts";
import { lockTopicFence } from "../../queries/messages/topic-fence.ts";
import { TopicFenced } from "../../sending/topic-fence.ts";
import { chooseMoved } from "./choose-moved.ts";

/** Result of a move. */
export interface Moved {
  /** Ascending. */
  readonly ids: readonly number[];
  readonly recipientId: number;
  readonly channelId: number;
  readonly topic: string;
  readonly channels: { readonly from: ChannelRecord; readonly to: ChannelRecord };
  readonly event: Readonly<Record<string, unknown>>;
  /** Users who had messages unread so far, and are not subscribed where they are now. */
  readonly read: readonly ReadBy[];
}

interface Move {
  readonly row: MessageRow;
  readonly change: MessageChange;
  /** UNIX seconds. */
  readonly now: number;
  /** True if the same request changed the content. */
  readonly edited: boolean;
}

interface Work {
  readonly ctx: Context;
  readonly tx: Transaction;
  readonly realm: RealmView;
}

function topicOf(topic: string, { users }: RealmView) {
  return { subject: topic, topic_links: topicLinks(topic, linkifiersOf(users)) };
}

/**
 * Moves a channel message, and those of its topic that go with it, to another topic or channel.
 * @throws BAD_REQUEST, MOVE_MESSAGES_TIME_LIMIT_EXCEEDED, TopicFenced
 */
export async function moveTopic(work: Work, { row, change, now, edited }: Move): Promise<Moved> {
  const { ctx, tx, realm } = work;
  const { realmId, actor } = realm;
  const { from, to } = checkedChannels(realm, row, change);
  const ids = await chooseMoved(tx, realm, {
    row,
    mode: change.mode,
    now,
    ...limitOf(realm, row, change),
  });
  const recipientId =
    from.id === to.id ? row.recipientId : await ctx.recipients.ofChannel(realmId, to.id);
  const place = { realmId, ids, from: row.recipientId, to: recipientId };
  const read = from.id === to.id ? [] : await moveReaders(work, { ...place, channel: to });
  const topic = change.topic ?? row.topic;
  if (topic !== "") {
    const fence = await lockTopicFence(tx, realmId, recipientId);
    if (fence !== null) throw new TopicFenced({ recipientId, channelId: to.id, topic, fence });
  }
  await moveMessages(tx, {
    realmId,
    ids,
    recipientId,
    channelId: to.id,
    topic: change.topic,
    resolving: from.id === to.id && isResolving(row.topic, topic),
    editedId: edited ? row.id : null,
    entry: {
      user_id: actor.id,
      timestamp: now,
      ...(change.topic === null ? {} : { topic: change.topic }),
      ...(from.id === to.id ? {} : { prev_stream: from.id, stream: to.id }),
    },
  });
  const event = {
    orig_subject: row.topic,
    propagate_mode: change.mode,
    ...(change.topic === null ? {} : topicOf(change.topic, realm)),
    ...(from.id === to.id ? {} : { new_stream_id: to.id }),
  };
  return { ids, recipientId, channelId: to.id, topic, channels: { from, to }, event, read };
}

function checkedChannels(realm: RealmView, row: MessageRow, change: MessageChange) {
  const { actor, channels } = realm;
  const from = channels.channels.get(row.channelId ?? 0);
  if (!from) throw new Error(`The channel of message ${row.id} does not exist.`);
  const to = change.channelId === null ? from : channels.channels.get(change.channelId);
  if (to !== from) checkChannelMove(actor, { from, to }, realm);
  if (change.topic !== null)
    checkTopicEdit(actor, { channel: to ?? from, from: row.topic, to: change.topic }, realm);
  return { from, to: to ?? from };
}

function limitOf(realm: RealmView, row: MessageRow, change: MessageChange) {
  const betweenChannels = change.channelId !== null;
  const resolving = change.topic !== null && isResolving(row.topic, change.topic);
  const limitSeconds = moveLimit(realm.actor, { resolving, betweenChannels }, realm);
  const what = `editing this message's ${betweenChannels ? "channel" : "topic"}`;
  return { limitSeconds, what };
}

/** Moves readers: whoever may read the new channel keeps the messages; others lose them with all flags. */
async function moveReaders(
  { tx, realm }: Work,
  { channel, ...place }: Parameters<typeof listHolders>[1] & { channel: ChannelRecord },
): Promise<readonly ReadBy[]> {
  await lockRecipients(tx, realm.realmId, [place.from, place.to]);
  const holders = await listHolders(tx, place);
  const keeps = (userId: number) => {
    const user = realm.users.users.get(userId);
    return user !== undefined && hasContentAccess(user, channel, realm);
  };
  const subscribers = [...realm.channels.subscribersOf(channel.id).keys()];
  const read = await moveRanges(tx, place, { keepers: holders.filter(keeps), subscribers });
  await deleteFlagsOf(
    tx,
    place,
    holders.filter((userId) => !keeps(userId)),
  );
  return read;
}
