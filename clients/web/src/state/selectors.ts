import { type Conversation, keyOf, type Narrow, topicKey } from "./conversation.ts";
import type { Channel, State, Unread } from "./state.ts";

/** Kinds of preference for a topic. */
export const topicPolicies = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** Tells whether one wants to see less of a topic: it is muted, or its channel is and the topic is no exception. */
export function isTopicMuted(
  state: Pick<State, "channels" | "topicPolicies">,
  channelId: number,
  topic: string,
): boolean {
  const policy = state.topicPolicies.get(topicKey(channelId, topic));
  if (policy === topicPolicies.muted) return true;
  const isException = policy === topicPolicies.unmuted || policy === topicPolicies.followed;
  return state.channels.get(channelId)?.is_muted === true && !isException;
}

/** Tells whether one wants to see less of a conversation. */
function isMuted(state: UnreadParts, conversation: Conversation): boolean {
  if (conversation.kind === "topic")
    return isTopicMuted(state, conversation.channelId, conversation.topic);
  return conversation.userIds.every((id) => state.mutedPeople.has(id));
}

/** What decides which unread messages are shown. */
type UnreadParts = Pick<State, "channels" | "mutedPeople" | "topicPolicies" | "unread">;

/** Counts of unread messages. */
export interface Counts {
  /** Without what is muted. */
  readonly total: number;
  readonly direct: number;
  /** By channel, without muted topics. */
  readonly byChannel: ReadonlyMap<number, number>;
}

/** Counts what is unread. */
export function countsOf(state: UnreadParts): Counts {
  const byChannel = new Map<number, number>();
  let total = 0;
  let direct = 0;
  for (const { conversation, ids } of state.unread.values()) {
    if (isMuted(state, conversation)) continue;
    total += ids.length;
    if (conversation.kind === "direct") direct += ids.length;
    else {
      const { channelId } = conversation;
      byChannel.set(channelId, (byChannel.get(channelId) ?? 0) + ids.length);
    }
  }
  return { total, direct, byChannel };
}

/** Channels that are shown together. */
export interface ChannelGroup {
  readonly kind: "pinned" | "folder" | "other" | "muted";
  /** Of a folder; empty for the others. */
  readonly name: string;
  readonly channels: readonly Channel[];
}

/** Groups one's channels as they are shown: pinned ones, folders in their order, the rest, and muted ones last. */
export function channelGroups(state: Pick<State, "channels" | "folders">): readonly ChannelGroup[] {
  const mine = [...state.channels.values()].filter(
    ({ is_archived: archived, isSubscribed }) => isSubscribed && !archived,
  );
  const rest = mine.filter((one) => one.pin_to_top !== true && !isLast(one));
  const folders = state.folders
    .filter((folder) => !folder.is_archived)
    .toSorted((a, b) => a.order - b.order);
  const known = new Set(folders.map(({ id }) => id));
  const groups: ChannelGroup[] = [
    { kind: "pinned", name: "", channels: mine.filter((one) => one.pin_to_top === true) },
    ...folders.map(({ id, name }) => ({
      kind: "folder" as const,
      name,
      channels: rest.filter((one) => one.folder_id === id),
    })),
    { kind: "other", name: "", channels: rest.filter((one) => !known.has(one.folder_id ?? -1)) },
    { kind: "muted", name: "", channels: mine.filter(isLast) },
  ];
  return groups.filter(({ channels }) => channels.length > 0);
}

/** Tells whether a channel is shown behind all others. */
function isLast({ is_muted: isMutedChannel, pin_to_top: isPinned }: Channel): boolean {
  return isMutedChannel === true && isPinned !== true;
}

/** Unread topics of a channel, the one with the newest message first. */
export function unreadTopics(state: State, channelId: number): readonly UnreadTopic[] {
  const topics: UnreadTopic[] = [];
  for (const { conversation, ids } of state.unread.values())
    if (conversation.kind === "topic" && conversation.channelId === channelId)
      topics.push({ topic: conversation.topic, count: ids.length, newestId: ids.at(-1) ?? 0 });
  return topics.toSorted((a, b) => b.newestId - a.newestId);
}

export interface UnreadTopic {
  readonly topic: string;
  readonly count: number;
  readonly newestId: number;
}

/** Direct conversations, the one with the newest message first. */
export function recentDirects(state: State, most: number): readonly (readonly number[])[] {
  return [...state.directs.values()]
    .toSorted((a, b) => b.newestId - a.newestId)
    .slice(0, most)
    .map(({ userIds }) => userIds);
}

/** Names the people of a direct conversation. */
export function namesOf(
  { me, people }: Pick<State, "me" | "people">,
  userIds: readonly number[],
): string {
  const name = (id: number) => people.get(id)?.full_name ?? "?";
  const others = userIds.filter((id) => id !== me);
  return (others.length === 0 ? [me] : others).map(name).join(", ");
}

/** How many messages of a conversation are unread. */
export function unreadIn(state: State, conversation: Conversation): number {
  return state.unread.get(keyOf(conversation))?.ids.length ?? 0;
}

/** Ids of what is unread in a conversation, or in all topics of a channel. */
export function unreadIds(state: State, narrow: Narrow): readonly number[] {
  if (narrow.kind === "search") return [];
  if (narrow.kind !== "channel") return state.unread.get(keyOf(narrow))?.ids ?? [];
  return [...state.unread.values()]
    .filter(({ conversation: one }) => one.kind === "topic" && one.channelId === narrow.channelId)
    .flatMap(({ ids }) => ids);
}

/** What is unread and not muted, as the inbox shows it: direct conversations, then channel by channel, the newest first. */
export function unreadInOrder(
  state: UnreadParts,
  groups: readonly ChannelGroup[],
): readonly Unread[] {
  const channels = groups.flatMap((group) => group.channels);
  const positions = new Map(channels.map(({ stream_id: id }, at) => [id, at]));
  const positionOf = ({ conversation: one }: Unread) =>
    one.kind === "direct" ? -1 : (positions.get(one.channelId) ?? positions.size);
  return [...state.unread.values()]
    .filter(({ conversation }) => !isMuted(state, conversation))
    .toSorted((a, b) => positionOf(a) - positionOf(b) || (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0));
}
