import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";

const version = z.int().nonnegative();

/** A group-setting value: the id of a group, or users and groups (docs/behaviour/groups.md#group-settings). */
export const groupSettingValue = z.union([
  z.int(),
  z.object({ direct_members: z.array(z.int()), direct_subgroups: z.array(z.int()) }),
]);

export type GroupSettingValue = z.infer<typeof groupSettingValue>;

/** A channel as other services need it. */
export const channelRecord = z.object({
  id: z.int(),
  name: z.string(),
  isPrivate: z.boolean(),
  isWebPublic: z.boolean(),
  isArchived: z.boolean(),
  historyPublicToSubscribers: z.boolean(),
  topicsPolicy: z.enum(["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"]),
  /** Days, -1 for ever, null as the organization says. */
  messageRetentionDays: z.int().nullable(),
  creatorId: z.int().nullable(),
  /**
   * First message of the channel as clients were last told. Null here and true below stand for a channels process of
   * the release before, which sends neither.
   */
  firstMessageId: z.int().nullable().default(null),
  isRecentlyActive: z.boolean().default(true),
  /** All channel permission fields by name. */
  permissions: z.record(z.string(), groupSettingValue),
});

export type ChannelRecord = z.infer<typeof channelRecord>;

/** A user's place in a channel, also after leaving it. */
export const membershipRecord = z.object({
  channelId: z.int(),
  userId: z.int(),
  active: z.boolean(),
  muted: z.boolean(),
  /** Of the change that made it so. */
  version,
});

export type MembershipRecord = z.infer<typeof membershipRecord>;

/**
 * A user's preference for a topic (docs/behaviour/subscriptions.md#topic-preferences); policy 0 is one that was taken
 * back.
 */
const topicPolicyRecord = z.object({
  channelId: z.int(),
  userId: z.int(),
  topic: z.string(),
  policy: z.int().min(0).max(3),
  /** Of the change that made it so. */
  version,
});

export type TopicPolicyRecord = z.infer<typeof topicPolicyRecord>;

/** Everything of a realm's channels that changed after a version. */
export const channelsState = z.object({
  version,
  channels: z.array(channelRecord),
  memberships: z.array(membershipRecord),
  topicPolicies: z.array(topicPolicyRecord),
});

export type ChannelsState = z.infer<typeof channelsState>;

export const getChannelsState = internalOperation({
  name: "getChannelsState",
  owner: "channels",
  onlyReads: true,
  input: z.object({ realmId: z.int(), since: version }),
  output: channelsState,
  doc: "Channels, memberships and preferences for topics that changed after the given version, and the current version; empty lists when nothing did.",
});

export const getSpectatorAccess = internalOperation({
  name: "getSpectatorAccess",
  owner: "channels",
  onlyReads: true,
  input: z.object({ realmId: z.int() }),
  output: z.object({ admitted: z.boolean() }),
  doc: "Whether people without an account are let into the realm: the installation and the organization allow it, and there is a web-public channel.",
});

export const getChannelsVersion = internalOperation({
  name: "getChannelsVersion",
  owner: "channels",
  onlyReads: true,
  input: z.object({ realmId: z.int(), settled: z.boolean().default(false) }),
  output: z.object({ version }),
  doc: "The current version of the realm's channels; 0 when it never had one. With `settled` changes that are under way are waited for.",
});

export const countChannels = internalOperation({
  name: "countChannels",
  owner: "channels",
  onlyReads: true,
  input: z.object({ realmId: z.int() }),
  output: z.object({ channels: z.int() }),
  doc: "How many channels an organization has that are not archived.",
});

export const listInvitableChannels = internalOperation({
  name: "listInvitableChannels",
  owner: "channels",
  onlyReads: true,
  input: z.object({ realmId: z.int(), userId: z.int(), channelIds: z.array(z.int()) }),
  output: z.object({
    channels: z.array(z.object({ id: z.int(), name: z.string(), mayAdd: z.boolean() })),
  }),
  doc: "Those of the channels that a user knows of, with whether the user may subscribe others to them.",
});

export const getGroupUses = internalOperation({
  name: "getGroupUses",
  owner: "channels",
  onlyReads: true,
  input: z.object({ realmId: z.int(), groupId: z.int() }),
  output: z.object({
    channels: z.array(z.object({ id: z.int(), settings: z.array(z.string()) })),
  }),
  doc: "The channels that are not archived and have permissions naming the group directly, with the names of these permissions; changes of channels that are under way are waited for.",
});

export const followUsers = internalOperation({
  name: "followUsers",
  owner: "channels",
  input: z.object({ realmId: z.int() }),
  output: z.object({}),
  doc: "Users, their roles or groups have changed: does at once what follows for channels.",
});

export const followMessages = internalOperation({
  name: "followMessages",
  owner: "channels",
  input: z.object({ realmId: z.int(), channelIds: z.array(z.int()).max(100) }),
  output: z.object({}),
  doc: "What these channels say of their messages may have changed: compares it at once.",
});

/** Wishes of a subscriber of a channel about a topic of it. */
const topicListener = z.object({
  userId: z.int(),
  /** True if the channel is muted. */
  isMuted: z.boolean(),
  /** Setting of the channel for this user; null for what the user says of all channels. */
  pushes: z.boolean().nullable(),
  /** Left out by the release before. */
  emails: z.boolean().nullable().default(null),
  wildcards: z.boolean().nullable(),
  /** Preference for the topic (docs/behaviour/subscriptions.md#topic-preferences); 0 for none. */
  policy: z.int().min(0).max(3),
});

export type TopicListener = z.infer<typeof topicListener>;

export const listTopicListeners = internalOperation({
  name: "listTopicListeners",
  owner: "channels",
  onlyReads: true,
  input: z.object({
    realmId: z.int(),
    channelId: z.int(),
    /** Normalised: the empty topic is `""`. */
    topic: z.string(),
    userIds: z.array(z.int()),
  }),
  output: z.object({ listeners: z.array(topicListener) }),
  doc: "What subscribers of a channel want to hear of a topic: the users named, and everybody who has the channel pushed or e-mailed, or follows the topic.",
});
