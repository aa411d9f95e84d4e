import { z } from "zod";

import { channelFolderObject } from "../channel-folders/channel-folder-object.ts";
import { streamEvent, streamUnarchivedFacts } from "./stream-events.ts";
import { subscriptionObject } from "./subscription-object.ts";

const channelId = z.int().describe("The channel");
const userIds = z.array(z.int()).min(1).describe("Users, ascending");

const subscriptionEvent = z.discriminatedUnion("op", [
  z.strictObject({
    type: z.literal("subscription"),
    op: z.literal("add"),
    subscriptions: z
      .array(
        subscriptionObject
          .omit({ partial_subscribers: true })
          .required({ subscribers: true })
          .strict(),
      )
      .min(1)
      .describe("With subscribers, which the events service keeps for queues that asked for them"),
  }),
  z.strictObject({
    type: z.literal("subscription"),
    op: z.literal("remove"),
    subscriptions: z
      .array(z.strictObject({ name: z.string().describe("Its name"), stream_id: channelId }))
      .min(1)
      .describe("Channels that were left"),
  }),
  z.strictObject({
    type: z.literal("subscription"),
    op: z.literal("update"),
    stream_id: channelId,
    property: z.string().describe("A setting of the user's"),
    value: z.union([z.boolean(), z.string()]).describe("The new value"),
  }),
  z.strictObject({
    type: z.literal("subscription"),
    op: z.enum(["peer_add", "peer_remove"]),
    stream_ids: z.array(channelId).min(1).describe("Channels"),
    user_ids: userIds,
  }),
]);

const defaultStreamsEvent = z.strictObject({
  type: z.literal("default_streams"),
  default_streams: z.array(z.int()).describe("All default channels, ascending"),
});

const userTopicEvent = z.strictObject({
  type: z.literal("user_topic"),
  stream_id: channelId,
  topic_name: z.string().describe("The topic; the events service names the empty one"),
  last_updated: z.int().describe("UNIX seconds"),
  visibility_policy: z.int().min(0).max(3).describe("0 none, 1 muted, 2 unmuted, 3 followed"),
});

const mutedTopicsEvent = z.strictObject({
  type: z.literal("muted_topics"),
  muted_topics: z
    .array(z.tuple([z.string(), z.string(), z.int()]))
    .describe("Channel name, topic, UNIX seconds; for queues that do not ask for user_topic"),
});

const channelFolderEvent = z.discriminatedUnion("op", [
  z.strictObject({
    type: z.literal("channel_folder"),
    op: z.literal("add"),
    channel_folder: channelFolderObject.strict().describe("The new folder"),
  }),
  z.strictObject({
    type: z.literal("channel_folder"),
    op: z.literal("update"),
    channel_folder_id: z.int().describe("The folder"),
    data: channelFolderObject
      .pick({ name: true, description: true, rendered_description: true, is_archived: true })
      .partial()
      .strict()
      .describe("What changed"),
  }),
  z.strictObject({
    type: z.literal("channel_folder"),
    op: z.literal("reorder"),
    order: z.array(z.int()).describe("Ids of all folders in their new order"),
  }),
]);

/** Every event of the channels service, in its widest form. */
export const channelsEvent = z.union([
  streamEvent,
  subscriptionEvent,
  defaultStreamsEvent,
  userTopicEvent,
  mutedTopicsEvent,
  channelFolderEvent,
]);

const onlyForOldClients = {
  without_capability: z
    .literal("archived_channels")
    .optional()
    .describe("The event is only for queues without this capability"),
};

/**
 * `internal` of `subscription` add: what null settings mean to the users, for queues without
 * `notification_settings_null`.
 */
const subscriptionAddedFacts = z.strictObject({
  ...onlyForOldClients,
  notification_defaults: z
    .strictObject({
      desktop_notifications: z.boolean().describe("Desktop notifications"),
      email_notifications: z.boolean().describe("E-mail"),
      push_notifications: z.boolean().describe("Mobile notifications"),
      audible_notifications: z.boolean().describe("Sounds"),
    })
    .describe("The users' own defaults, the same for all of the audience"),
});

/** Facts about channel events for our own consumers only (`internal` of the domain event). */
export const channelsFacts = z.union([
  subscriptionAddedFacts,
  streamUnarchivedFacts,
  z.strictObject(onlyForOldClients),
  z.strictObject({
    archived_channels: z
      .array(channelId)
      .min(1)
      .describe("Channels of the event that queues without `archived_channels` do not know"),
  }),
]);
