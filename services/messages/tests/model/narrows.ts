import type { RealmData } from "../realm-data.ts";
import type { Model, ModelMessage } from "./model.ts";

interface View {
  readonly model: Model;
  readonly data: RealmData;
  readonly user: number;
}

/** A narrow with what it means, and the channel whose whole history it may search. */
interface ModelNarrow {
  readonly terms: readonly unknown[];
  /** The one channel that it names; who may not know of that is refused. */
  readonly channel?: number;
  readonly matches: (message: ModelMessage, view: View) => boolean;
  readonly whole?: (view: View) => boolean;
}

const channels = [1, 2, 3, 5] as const;

function inChannel(channel: number): ModelNarrow {
  return {
    terms: [{ operator: "channel", operand: channel }],
    channel,
    matches: (message) => message.channel === channel,
    whole: ({ model, user }) => model.mayReadWhole(user, channel),
  };
}

function inTopic(channel: number, topic: string): ModelNarrow {
  const { terms, matches, whole } = inChannel(channel);
  return {
    terms: [...terms, ["topic", topic]],
    channel,
    matches: (message, view) => matches(message, view) && isTopic(message, topic),
    ...(whole ? { whole } : {}),
  };
}

function plain(term: unknown, matches: ModelNarrow["matches"]): ModelNarrow {
  return { terms: [term], matches };
}

const unread: ModelNarrow["matches"] = (message, { model, user }) => model.isUnread(user, message);

export const narrows: readonly ModelNarrow[] = [
  { terms: [], matches: () => true },
  ...channels.map(inChannel),
  ...channels.map((channel) => inTopic(channel, "a")),
  plain(["topic", "B"], (message) => isTopic(message, "b")),
  plain(["is", "dm"], ({ channel }) => channel === null),
  plain({ operator: "is", operand: "dm", negated: true }, ({ channel }) => channel !== null),
  plain({ operator: "dm", operand: [2] }, ({ channel, participants }, { user }) => {
    const meant = new Set([user, 2]);
    return (
      channel === null &&
      participants.length === meant.size &&
      participants.every((id) => meant.has(id))
    );
  }),
  plain(
    { operator: "dm-including", operand: 3 },
    ({ channel, participants }) => channel === null && participants.includes(3),
  ),
  plain(["is", "unread"], unread),
  plain({ operator: "is", operand: "unread", negated: true }, (message, view) => {
    return !unread(message, view);
  }),
  plain(["is", "starred"], (message, { model, user }) => model.isStarred(user, message)),
  plain(["is", "mentioned"], (message, { model, user }) => model.isMentioned(user, message)),
  plain({ operator: "is", operand: "mentioned", negated: true }, (message, { model, user }) => {
    return !model.isMentioned(user, message);
  }),
  plain(["is", "alerted"], (message, { model, user }) => model.isAlerted(user, message)),
  plain(["is", "resolved"], ({ topic }) => topic.startsWith("✔ ")),
  plain(["is", "followed"], (message, view) => policyOf(message, view) === 3),
  plain(["is", "muted"], isMuted),
  plain(["in", "home"], (message, view) => !isMuted(message, view)),
  plain({ operator: "sender", operand: 2 }, ({ sender }) => sender === 2),
  plain(["search", "apples"], ({ word }) => word === "apple"),
  {
    terms: [["channels", "public"]],
    matches: ({ channel }, { model }) => model.isPublic(channel),
    whole: ({ user }) => user !== 4,
  },
  {
    terms: [
      ["in", "home"],
      ["is", "unread"],
    ],
    matches: (message, view) => unread(message, view) && !isMuted(message, view),
  },
  {
    terms: [...inChannel(2).terms, ["is", "unread"]],
    channel: 2,
    matches: (message, view) => message.channel === 2 && unread(message, view),
  },
];

/** Ids of the messages that the narrow finds for the user, ascending. */
export function expectedIds({ matches, whole }: ModelNarrow, view: View): number[] {
  const { model, user } = view;
  const isWhole = whole?.(view) === true;
  return model.all().flatMap((message) => {
    const isThere = isWhole || model.hasRow(user, message);
    return isThere && matches(message, view) ? [message.id] : [];
  });
}

export function isMuted(message: ModelMessage, view: View): boolean {
  const { data, model, user } = view;
  const { channel } = message;
  if (channel === null) return false;
  const policy = policyOf(message, view);
  if (policy !== 0) return policy === 1;
  const { memberships } = data.channelsState(0);
  const own = memberships.find((one) => one.userId === user && one.channelId === channel);
  return model.isSubscribed(user, channel) && own?.muted === true;
}

function policyOf({ channel, topic }: ModelMessage, { data, user }: View): number {
  const { topicPolicies } = data.channelsState(0);
  const own = topicPolicies.find(
    (one) => one.userId === user && one.channelId === channel && one.topic === topic.toLowerCase(),
  );
  return own?.policy ?? 0;
}

function isTopic({ channel, topic }: ModelMessage, name: string): boolean {
  return channel !== null && topic.toLowerCase() === name;
}
