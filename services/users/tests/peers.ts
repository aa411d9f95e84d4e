import {
  type ChannelObject,
  countChannels,
  followUsers,
  getChannel,
  getChannelId,
  getChannelsState,
  getGroupUses,
  getMessageUsage,
  getSpectatorAccess,
  listDirectPartners,
  listInvitableChannels,
  type MembershipRecord,
  postNotice,
  registerOperations,
  subscribe,
  updateSubscriptionProperties,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { createServiceApp, internalRoute, listen, route } from "@team-chat/http";
import type { IdentitySigner } from "@team-chat/identity";
import { createLogger } from "@team-chat/telemetry";
import type { z } from "zod";

import { auditRoutes } from "./audit-peer.ts";
import { type DeletionFacts, deletionRoutes } from "./deletion-peers.ts";
import { exportRoutes } from "./exports-peer.ts";
import { importRoutes } from "./imports-peer.ts";
import { holdRoutes } from "./operator/holds-peer.ts";
import type { Outage } from "./operator/outage.ts";
import { personExportRoutes } from "./operator/person-exports-peer.ts";

/** Addresses of providers of calls, none of which is ever asked. */
export const callVariables = {
  JITSI_SERVER_URL: "https://meet.jit.si",
  VIDEO_ZOOM_API_URL: "https://api.zoom.us",
  VIDEO_ZOOM_OAUTH_URL: "https://zoom.us",
  VIDEO_WEBEX_API_URL: "https://webexapis.com/v1",
};

/** Notice that the notification bot was asked to post. */
export type Notice = z.output<typeof postNotice.input>;
/** Channels that use a group. */
export type GroupUses = z.output<typeof getGroupUses.output>["channels"];

/** Numbers that the other services give for each organization. */
export const channelCount = 3;
export const storedMib = 2;

/** The newest message that the messages service says everybody has received. */
export const newestMessage = 77;

/** Groups of users who have direct conversations. */
type Conversations = readonly (readonly number[])[];

interface MessagesFacts {
  readonly notices: Notice[];
  readonly outage: Outage;
  readonly conversations: Conversations;
  readonly deletions: DeletionFacts;
  /** Whatever operators wanted with legal holds. */
  readonly holds: object[];
  /** Whatever operators wanted with exports, of people above all, and imports. */
  readonly personExports: object[];
}

/** A messages service that notes what it is to say, and says who has written to whom. */
export function startMessages(
  signer: IdentitySigner,
  { conversations, deletions, holds, notices, outage, personExports }: MessagesFacts,
) {
  const app = createServiceApp({
    service: "messages",
    ctx: {},
    signer,
    logger: createLogger({ service: "messages", level: "silent" }),
    routes: [],
    internal: [
      internalRoute(postNotice, (_, __, notice) => {
        if (outage.error !== null) throw outage.error;
        if (notice.content.trim() === "")
          throw new AppError("BAD_REQUEST", "Message must not be empty");
        notices.push(notice);
        return {
          messageIds: notice.to.kind === "users" ? notice.to.userIds.map(() => newestMessage) : [],
        };
      }),
      ...exportRoutes(personExports),
      ...holdRoutes(holds, outage),
      ...personExportRoutes(personExports),
      ...importRoutes(personExports),
      ...deletionRoutes("messages", deletions),
      ...auditRoutes("messages"),
      internalRoute(getMessageUsage, (_, __, { from, to }) => ({
        storedBytes: storedMib * 1024 * 1024,
        days: [...new Set([from, to])].map((day) => ({ day, messages: 5, storedBytes: 7 })),
      })),
      internalRoute(listDirectPartners, (_, __, { userIds }) => ({
        partners: userIds.map((userId) => ({
          userId,
          partnerIds: conversations
            .filter((people) => people.includes(userId))
            .flatMap((people) => people.filter((id) => id !== userId)),
        })),
      })),
      internalRoute(registerOperations.messages, (_, __, { fetch }) => ({
        snapshot: "1:1:",
        bytes: [
          Buffer.from(fetch?.join() === "message" ? `"max_message_id":${newestMessage}` : ""),
        ],
      })),
    ],
    ready: () => Promise.resolve(),
  });
  return listen(app, { host: "127.0.0.1", port: 0 });
}

/** The channels that there are; nobody may subscribe others to the last. */
export const peerChannels = { open: 1, private: 2, guarded: 3 } as const;

function peerChannel(id: number): ChannelObject {
  return {
    stream_id: id,
    name: "Some channel",
    is_archived: false,
    description: "",
    rendered_description: "",
    date_created: 1,
    creator_id: null,
    invite_only: id === peerChannels.private,
    is_web_public: false,
    stream_post_policy: 1,
    is_announcement_only: false,
    message_retention_days: null,
    history_public_to_subscribers: true,
    topics_policy: "inherit",
    first_message_id: null,
    folder_id: null,
    is_recently_active: false,
    stream_weekly_traffic: null,
    subscriber_count: 0,
    can_add_subscribers_group: 1,
    can_administer_channel_group: 1,
    can_create_topic_group: 1,
    can_delete_any_message_group: 1,
    can_delete_own_message_group: 1,
    can_move_messages_out_of_channel_group: 1,
    can_move_messages_within_channel_group: 1,
    can_remove_subscribers_group: 1,
    can_resolve_topics_group: 1,
    can_send_message_group: 1,
    can_subscribe_group: 1,
  };
}

/** The one channel that has a name. */
const knownChannel = "general";

/** Users subscribed, by whom and to what. */
export interface Subscribed {
  readonly by: number;
  readonly names: readonly string[];
  readonly principals: readonly (number | string)[];
}

/** A setting of a channel that somebody changed, and who. */
export interface ChannelSetting {
  readonly by: number;
  readonly stream_id: number;
  readonly property: string;
  readonly value: unknown;
}

/** Runs once it is decided which channels use a group. */
export interface AfterUses {
  run: (groupId: number) => Promise<void>;
}

/** Answers and records of a fake channels service. */
interface ChannelFacts {
  readonly groupUses: ReadonlyMap<number, GroupUses>;
  /** Called right after it was asked for them. */
  readonly afterUses: AfterUses;
  readonly subscribed: Subscribed[];
  readonly channelSettings: ChannelSetting[];
  /** Memberships, past ones included; the version is their number. */
  readonly memberships: readonly MembershipRecord[];
  readonly deletions: DeletionFacts;
}

/** Answers and records of the fake services beside this one. */
export interface PeerFacts extends MessagesFacts, ChannelFacts {
  readonly conversations: number[][];
  readonly groupUses: Map<number, GroupUses>;
  readonly memberships: MembershipRecord[];
}

/** Nothing yet. */
export function peerFacts(): PeerFacts {
  return {
    notices: [],
    outage: { error: null },
    conversations: [],
    groupUses: new Map(),
    afterUses: { run: () => Promise.resolve() },
    subscribed: [],
    channelSettings: [],
    memberships: [],
    deletions: { broken: null, holds: 0, holdsAtLast: 0, left: 0, asked: [] },
    holds: [],
    personExports: [],
  };
}

/** Says that every organization that allows spectators has something for them. */
export function startChannels(
  signer: IdentitySigner,
  { afterUses, channelSettings, deletions, groupUses, memberships, subscribed }: ChannelFacts,
) {
  const app = createServiceApp({
    service: "channels",
    ctx: {},
    signer,
    logger: createLogger({ service: "channels", level: "silent" }),
    routes: [
      route(subscribe, (_, { userId }, { subscriptions, principals }) => {
        subscribed.push({ by: userId, names: subscriptions.map(({ name }) => name), principals });
        return { subscribed: {}, already_subscribed: {} };
      }),
      route(updateSubscriptionProperties, (_, { userId }, { subscription_data: changes }) => {
        for (const { stream_id: id } of changes)
          if (id !== peerChannels.open)
            throw new AppError("BAD_REQUEST", `Not subscribed to channel id ${id}`);
        channelSettings.push(...changes.map((change) => ({ by: userId, ...change })));
        return {};
      }),
      route(getChannelId, (_, __, { stream }) => {
        if (stream === knownChannel) return { stream_id: 7 };
        throw new AppError("BAD_REQUEST", `Invalid channel name '${stream}'`);
      }),
      route(getChannel, (_, __, { stream_id: id }) => {
        if (!Object.values<number>(peerChannels).includes(id))
          throw new AppError("BAD_REQUEST", "Invalid channel ID");
        return { stream: peerChannel(id) };
      }),
    ],
    internal: [
      ...deletionRoutes("channels", deletions),
      ...auditRoutes("channels"),
      internalRoute(countChannels, () => ({ channels: channelCount })),
      internalRoute(getSpectatorAccess, () => ({ admitted: true })),
      internalRoute(listInvitableChannels, (_, __, { channelIds }) => ({
        channels: channelIds
          .filter((id) => Object.values<number>(peerChannels).includes(id))
          .map((id) => ({ id, name: peerChannel(id).name, mayAdd: id !== peerChannels.guarded })),
      })),
      internalRoute(getChannelsState, (_, __, { since }) => ({
        version: memberships.length,
        channels: [],
        memberships: memberships.filter(({ version }) => version > since),
        topicPolicies: [],
      })),
      internalRoute(followUsers, () => ({})),
      internalRoute(getGroupUses, async (_, __, { groupId }) => {
        const channels = groupUses.get(groupId) ?? [];
        await afterUses.run(groupId);
        return { channels };
      }),
    ],
    ready: () => Promise.resolve(),
  });
  return listen(app, { host: "127.0.0.1", port: 0 });
}
