import { z } from "zod";

import { channel, message, subscription, user, userGroup } from "./flutter-objects.ts";

const id = z.int();
const ids = z.array(z.int());

const messageEvents = [
  z.object({
    type: z.literal("message"),
    id,
    message,
    flags: z.array(z.string()),
    local_message_id: z.string().optional(),
  }),
  z.object({
    type: z.literal("update_message_flags"),
    id,
    op: z.enum(["add", "remove"]),
    flag: z.string(),
    messages: ids,
    all: z.boolean(),
    message_details: z
      .record(
        z.string().regex(/^\d+$/),
        z.discriminatedUnion("type", [
          z.object({ type: z.literal("stream"), stream_id: id, topic: z.string() }),
          z.object({ type: z.literal("private"), user_ids: ids }),
        ]),
      )
      .optional(),
  }),
];

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
];

/** An event as the app decodes it; any other type or op would be an invention (reference/client-requirements.md §3.6). */
export const event = z.union([...messageEvents, ...channelEvents, ...userEvents, ...ignoredEvents]);
