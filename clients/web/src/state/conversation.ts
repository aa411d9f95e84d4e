import type { DraftObject, Message } from "@team-chat/contract";

/** A topic of a channel. */
interface Topic {
  readonly kind: "topic";
  readonly channelId: number;
  readonly topic: string;
}

/** A direct conversation. */
export interface Direct {
  readonly kind: "direct";
  /** The others, ascending; oneself in notes to oneself. */
  readonly userIds: readonly number[];
}

/** What a message is part of. */
export type Conversation = Topic | Direct;

/** One filter of a search, as the API has it (docs/behaviour/narrows.md#operators). */
export interface Term {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated: boolean;
}

/** All topics of a channel. */
interface WholeChannel {
  readonly kind: "channel";
  readonly channelId: number;
}

/** Messages that match all of some terms, wherever they are. */
export interface Search {
  readonly kind: "search";
  readonly terms: readonly Term[];
}

/** Where people read on and write: a conversation, or all topics of a channel. */
export type Room = Conversation | WholeChannel;

/** Messages that the pane shows. */
export type Narrow = Room | Search;

/** Returns a text that is equal for the same conversation only: topics are the same whatever their case. */
export function keyOf(conversation: Conversation): string {
  return conversation.kind === "topic"
    ? topicKey(conversation.channelId, conversation.topic)
    : `d${conversation.userIds.join(",")}`;
}

/** Returns the key of a topic of a channel. */
export function topicKey(channelId: number, topic: string): string {
  return `c${String(channelId)}/${topic.toLowerCase()}`;
}

/** Reads the key of a topic of a channel; the topic in lower case. */
export function topicOfKey(key: string): { readonly channelId: number; readonly topic: string } {
  const slash = key.indexOf("/");
  return { channelId: Number(key.slice(1, slash)), topic: key.slice(slash + 1) };
}

/** Makes the direct conversation of these people, whom `me` may be among. */
export function directWith(userIds: readonly number[], me: number): Direct {
  const others = [...new Set(userIds)].filter((id) => id !== me).toSorted((a, b) => a - b);
  return { kind: "direct", userIds: others.length === 0 ? [me] : others };
}

/** Finds the conversation that a message is part of. */
export function conversationOf(message: Message, me: number): Conversation {
  if (message.type === "stream")
    return { kind: "topic", channelId: message.stream_id ?? 0, topic: message.subject };
  const people = message.display_recipient;
  return directWith(typeof people === "string" ? [] : people.map(({ id }) => id), me);
}

/** Finds the conversation that a draft is for; null while it is for none. */
export function conversationOfDraft(draft: DraftObject, me: number): Conversation | null {
  const [channelId] = draft.to;
  if (channelId === undefined || draft.type === "") return null;
  if (draft.type === "private") return directWith(draft.to, me);
  return { kind: "topic", channelId, topic: draft.topic };
}
