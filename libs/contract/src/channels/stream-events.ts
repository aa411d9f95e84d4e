import { z } from "zod";

import { channelObject, channelPermissionFields, topicsPolicy } from "./channel-object.ts";

const channelId = z.int().describe("The channel");

/** `stream` update of one property; what goes along with some of them is in `more`. */
function updated<Property extends z.ZodType, Value extends z.ZodType, More extends z.ZodRawShape>(
  property: Property,
  value: Value,
  more: More,
) {
  return z.strictObject({
    type: z.literal("stream"),
    op: z.literal("update"),
    stream_id: channelId,
    name: z.string().describe("Its name before the change"),
    property: property.describe("What changed"),
    value: value.describe("The new value"),
    ...more,
  });
}

const permissionNames = Object.keys(channelPermissionFields) as [
  keyof typeof channelPermissionFields,
];

const streamUpdated = z.discriminatedUnion("property", [
  updated(z.literal("name"), z.string(), {}),
  updated(z.literal("description"), z.string(), {
    rendered_description: z.string().describe("HTML"),
  }),
  updated(z.literal("invite_only"), z.boolean(), {
    history_public_to_subscribers: z.boolean().describe("Whether new subscribers see old messages"),
    is_web_public: z.boolean().describe("Whether its history may be read without an account"),
  }),
  updated(z.enum(["is_archived", "is_announcement_only", "is_recently_active"]), z.boolean(), {}),
  updated(z.literal("stream_post_policy"), z.int(), {}),
  updated(
    z.enum(["message_retention_days", "folder_id", "first_message_id", "stream_weekly_traffic"]),
    z.int().nullable(),
    {},
  ),
  updated(z.literal("topics_policy"), topicsPolicy, {}),
  updated(z.enum(permissionNames), channelPermissionFields.can_send_message_group, {}),
]);

/** A channel appears, changes or vanishes (docs/behaviour/channels.md#who-hears-of-a-channel). */
export const streamEvent = z.discriminatedUnion("op", [
  z.strictObject({
    type: z.literal("stream"),
    op: z.literal("create"),
    streams: z
      .array(channelObject.strict())
      .min(1)
      .describe("Channels that the user did not see before, with the subscribers from before"),
  }),
  z.strictObject({
    type: z.literal("stream"),
    op: z.literal("delete"),
    streams: z.array(z.strictObject({ stream_id: channelId })).describe("The same, older form"),
    stream_ids: z.array(channelId).min(1).describe("Channels the user does not see any more"),
  }),
  streamUpdated,
]);

/**
 * `internal` of `stream` update of `is_archived` to false: the channel, which appears to clients without
 * `archived_channels`.
 */
export const streamUnarchivedFacts = z.strictObject({ unarchived: channelObject.strict() });
