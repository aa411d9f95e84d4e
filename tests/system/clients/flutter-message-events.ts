import { z } from "zod";

import { message } from "./flutter-objects.ts";

const id = z.int();
const ids = z.array(z.int());
const channelPlace = { type: z.literal("stream"), stream_id: id, topic: z.string() };
const directPlace = { type: z.literal("private"), user_ids: ids };
const place = z.discriminatedUnion("type", [z.object(channelPlace), z.object(directPlace)]);

/** Flags outside of this list make the app fail here, though not elsewhere. */
const flag = z.enum([
  "read",
  "starred",
  "collapsed",
  "mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "wildcard_mentioned",
  "has_alert_word",
  "historical",
]);

const updateMessage = z
  .object({
    type: z.literal("update_message"),
    id,
    user_id: id.nullable(),
    rendering_only: z.boolean(),
    message_id: id,
    message_ids: ids,
    flags: z.array(flag),
    edit_timestamp: z.int(),
    stream_id: id.optional(),
    orig_subject: z.string().optional(),
    propagate_mode: z.enum(["change_one", "change_later", "change_all"]).optional(),
    new_stream_id: id.optional(),
    subject: z.string().optional(),
    content: z.string().optional(),
    rendered_content: z.string().optional(),
  })
  .refine((event) => {
    const moved = event.new_stream_id !== undefined || event.subject !== undefined;
    const announced = event.propagate_mode !== undefined && event.orig_subject !== undefined;
    return moved ? announced && event.stream_id !== undefined : event.propagate_mode === undefined;
  }, "a move has all its fields, and nothing else looks like a move");

/** Events about messages as the app decodes them (docs/behaviour/clients.md#mobile-app). */
export const messageEvents = [
  z.object({
    type: z.literal("message"),
    id,
    message,
    flags: z.array(z.string()),
    local_message_id: z.string().optional(),
  }),
  updateMessage,
  z.object({
    type: z.literal("delete_message"),
    id,
    message_ids: ids,
    message_type: z.enum(["stream", "private"]),
    stream_id: id.optional(),
    topic: z.string().optional(),
  }),
  z.object({
    type: z.literal("update_message_flags"),
    id,
    op: z.enum(["add", "remove"]),
    flag: z.string(),
    messages: ids,
    all: z.boolean(),
    message_details: z.record(z.string().regex(/^\d+$/), place).optional(),
  }),
  z.object({
    type: z.literal("reaction"),
    id,
    op: z.enum(["add", "remove"]),
    emoji_name: z.string(),
    emoji_code: z.string(),
    reaction_type: z.enum(["unicode_emoji", "realm_emoji", "zulip_extra_emoji"]),
    user_id: id,
    message_id: id,
  }),
  z.object({
    type: z.literal("submessage"),
    id,
    msg_type: z.string(),
    content: z.string(),
    message_id: id,
    sender_id: id,
    submessage_id: id,
  }),
  z.discriminatedUnion("message_type", [
    z.object({
      type: z.literal("typing"),
      id,
      op: z.enum(["start", "stop"]),
      message_type: z.literal("stream"),
      sender: z.object({ user_id: id }),
      stream_id: id,
      topic: z.string(),
    }),
    z.object({
      type: z.literal("typing"),
      id,
      op: z.enum(["start", "stop"]),
      message_type: z.literal("direct"),
      sender: z.object({ user_id: id }),
      recipients: z.array(z.object({ user_id: id })),
    }),
  ]),
] as const;
