import { type Conversation, type Narrow, topicKey } from "../../state/conversation.ts";
import { namesOf, recentDirects } from "../../state/selectors.ts";
import type { State } from "../../state/state.ts";
import { narrowName, topicName } from "../conversation-name.ts";
import { rank } from "../rank.ts";

/** Something that the palette leads to or does. */
export interface Entry {
  readonly key: string;
  readonly kind: "channel" | "topic" | "person" | "direct" | "command" | "search";
  readonly label: string;
  /** Says more than the label; empty for nothing. */
  readonly hint: string;
  /** What is opened; null for a command. */
  readonly narrow: Narrow | null;
  readonly run?: () => void;
}

/** A topic that somebody may mean. */
export type TopicChoice = Extract<Conversation, { readonly kind: "topic" }>;

interface EntrySources {
  readonly state: State;
  readonly commands: readonly Entry[];
  /** Topics that were loaded for the palette, the newest first. */
  readonly topics: readonly TopicChoice[];
}

const most = 30;
const mostDirects = 100;
/** What is written first to look for one kind only. */
const kinds: Readonly<Record<string, readonly Entry["kind"][]>> = {
  "#": ["channel", "topic"],
  "@": ["person", "direct"],
  ">": ["command"],
};

/**
 * Returns a function that lists what somebody may mean; for nothing written what is unread, then recent conversations.
 * What there is to find is collected once: in a large organization that takes longer than to look through it.
 */
export function entryFinder(known: EntrySources): (written: string) => readonly Entry[] {
  let collected: readonly Entry[] | undefined;
  return (written) => {
    const only = kinds[written.charAt(0)];
    const wanted = (only === undefined ? written : written.slice(1)).trim();
    const all =
      wanted === "" && only === undefined ? firstOf(known) : (collected ??= everything(known));
    const some = only === undefined ? all : all.filter(({ kind }) => only.includes(kind));
    return rank(some, wanted, { nameOf: ({ label }) => label, most });
  };
}

function firstOf({ commands, state, topics }: EntrySources): readonly Entry[] {
  const unread = [...state.unread.values()]
    .toSorted((a, b) => (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0))
    .map(({ conversation }) => conversationEntry(conversation, state));
  const recent = topics.map((topic) => conversationEntry(topic, state));
  const directs = directEntries(state, 8);
  return unique([...unread, ...recent.slice(0, 8), ...directs, ...commands]);
}

function everything({ commands, state, topics }: EntrySources): readonly Entry[] {
  const channels = [...state.channels.values()]
    .filter((channel) => !channel.is_archived)
    .toSorted((a, b) => Number(b.isSubscribed) - Number(a.isSubscribed));
  const people = [...state.people.values()].filter((person) => person.is_active !== false);
  return unique([
    ...channels.map((channel) => ({
      key: `c${String(channel.stream_id)}`,
      kind: "channel" as const,
      label: channel.name,
      hint: channel.description,
      narrow: { kind: "channel" as const, channelId: channel.stream_id },
    })),
    ...people.map(({ delivery_email: email, full_name: name, user_id: id }) => ({
      key: `d${String(id)}`,
      kind: "person" as const,
      label: name,
      hint: email ?? "",
      narrow: { kind: "direct" as const, userIds: [id] },
    })),
    ...[...topicsIn(state), ...topics].map((topic) => conversationEntry(topic, state)),
    ...directEntries(state, mostDirects),
    ...commands,
  ]);
}

/** Lists topics that are known because something in them is unread, or they have been open. */
function topicsIn({ timelines, unread }: State): readonly TopicChoice[] {
  const all: readonly Narrow[] = [
    ...[...unread.values()].map(({ conversation }) => conversation),
    ...[...timelines.values()].map(({ narrow }) => narrow),
  ];
  return all.filter((narrow) => narrow.kind === "topic");
}

function directEntries(state: State, count: number): readonly Entry[] {
  return recentDirects(state, count).map((userIds) =>
    conversationEntry({ kind: "direct", userIds }, state),
  );
}

function conversationEntry(conversation: Conversation, state: State): Entry {
  if (conversation.kind === "direct") {
    const label = namesOf(state, conversation.userIds);
    const key = `d${conversation.userIds.join(",")}`;
    return { key, kind: "direct", label, hint: "", narrow: conversation };
  }
  const { channelId, topic } = conversation;
  return {
    key: topicKey(channelId, topic),
    kind: "topic",
    label: topicName(topic),
    hint: narrowName(state, { kind: "channel", channelId }),
    narrow: conversation,
  };
}

function unique(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>();
  return entries.filter(({ key }) => !seen.has(key) && seen.add(key));
}
