import { z } from "zod";

import { messageEvents } from "./flutter-message-events.ts";
import { channel, subscription, user, userGroup } from "./flutter-objects.ts";

const id = z.int();
const ids = z.array(z.int());

const channelEvents = [
  z.discriminatedUnion("op", [
    z.object({ type: z.literal("stream"), id, op: z.literal("create"), streams: z.array(channel) }),
    z.object({ type: z.literal("stream"), id, op: z.literal("delete"), stream_ids: ids }),
    z.object({
      type: z.literal("stream"),
      id,
      op: z.literal("update"),
      stream_id: id,
      name: z.string(),
      property: z.string(),
      value: z.unknown(),
    }),
  ]),
  z.discriminatedUnion("op", [
    z.object({
      type: z.literal("subscription"),
      id,
      op: z.literal("add"),
      subscriptions: z.array(subscription),
    }),
    z.object({
      type: z.literal("subscription"),
      id,
      op: z.literal("remove"),
      subscriptions: z.array(z.object({ stream_id: id })),
    }),
    z.object({
      type: z.literal("subscription"),
      id,
      op: z.literal("update"),
      stream_id: id,
      property: z.string(),
      value: z.union([z.boolean(), z.string().regex(/^#[0-9a-f]{6}$/)]),
    }),
    z.object({
      type: z.literal("subscription"),
      id,
      op: z.enum(["peer_add", "peer_remove"]),
      stream_ids: ids,
      user_ids: ids,
    }),
  ]),
  z.object({
    type: z.literal("user_topic"),
    id,
    stream_id: id,
    topic_name: z.string(),
    last_updated: z.int(),
    visibility_policy: z.int().min(0).max(3),
  }),
];

const folderEvents = [
  z.discriminatedUnion("op", [
    z.object({
      type: z.literal("channel_folder"),
      id,
      op: z.literal("add"),
      channel_folder: z.object({
        id,
        name: z.string(),
        order: z.int(),
        date_created: z.int().nullable(),
        creator_id: id.nullable(),
        description: z.string(),
        rendered_description: z.string(),
        is_archived: z.boolean(),
      }),
    }),
    z.object({
      type: z.literal("channel_folder"),
      id,
      op: z.literal("update"),
      channel_folder_id: id,
      data: z.object({ name: z.string().optional(), is_archived: z.boolean().optional() }),
    }),
  ]),
];

const ownEvents = [
  z.object({ type: z.literal("alert_words"), id, alert_words: z.array(z.string()) }),
  z.object({ type: z.literal("muted_users"), id, muted_users: z.array(z.object({ id })) }),
  z.object({
    type: z.literal("user_status"),
    id,
    user_id: id,
    status_text: z.string().optional(),
    emoji_name: z.string().optional(),
    emoji_code: z.string().optional(),
    reaction_type: z.string().optional(),
  }),
  z.object({
    type: z.literal("saved_snippets"),
    id,
    op: z.enum(["add", "update"]),
    saved_snippet: z.object({
      id,
      title: z.string(),
      content: z.string(),
      date_created: z.int(),
    }),
  }),
];

const userEvents = [
  z.discriminatedUnion("op", [
    z.object({
      type: z.literal("realm_user"),
      id,
      op: z.literal("add"),
      person: user.required({ is_active: true }),
    }),
    z.object({
      type: z.literal("realm_user"),
      id,
      op: z.literal("update"),
      person: z.object({ user_id: id }),
    }),
  ]),
  z.discriminatedUnion("op", [
    z.object({ type: z.literal("user_group"), id, op: z.literal("add"), group: userGroup }),
    z.object({
      type: z.literal("user_group"),
      id,
      op: z.enum(["add_members", "remove_members"]),
      group_id: id,
      user_ids: ids,
    }),
  ]),
];

/** Types that the app ignores, with what they are known to have. */
const ignoredEvents = [
  z.object({ type: z.literal("heartbeat"), id }),
  z.object({ type: z.literal("default_streams"), id, default_streams: ids }),
  z.object({ type: z.literal("realm_bot"), id, op: z.enum(["add", "update", "delete"]) }),
  z.object({ type: z.literal("drafts"), id, op: z.enum(["add", "update", "remove"]) }),
  z.object({ type: z.literal("navigation_view"), id, op: z.enum(["add", "update", "remove"]) }),
  z.object({ type: z.literal("typing_edit_message"), id, op: z.enum(["start", "stop"]) }),
];

/**
 * An event as the app decodes it; any other type or op would be an invention (docs/behaviour/clients.md#mobile-app).
 */
export const event = z.union([
  ...messageEvents,
  ...channelEvents,
  ...folderEvents,
  ...ownEvents,
  ...userEvents,
  ...ignoredEvents,
]);
