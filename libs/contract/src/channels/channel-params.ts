import { z } from "zod";

import { keyword, line, upTo } from "../bounded-text.ts";
import { givenGroupSetting } from "../group-setting.ts";
import { listLimits } from "../limits.ts";
import { json, pathId, text, word } from "../param.ts";
import { topicsPolicy } from "./channel-object.ts";

/** Limits that `POST /register` announces as max_stream_name_length and max_stream_description_length. */
export const maxChannelNameLength = 60;
export const maxChannelDescriptionLength = 1024;

const permission = (who: string) =>
  json(givenGroupSetting.optional().describe(`Who may ${who}, when a channel is created`));

/** Permission fields as parameters of creating operations. */
const permissionParams = {
  can_add_subscribers_group: permission("add subscribers"),
  can_administer_channel_group: permission("administer the channel"),
  can_create_topic_group: permission("start new topics"),
  can_delete_any_message_group: permission("delete any message"),
  can_delete_own_message_group: permission("delete their own messages"),
  can_move_messages_out_of_channel_group: permission("move messages to other channels"),
  can_move_messages_within_channel_group: permission("move messages to other topics"),
  can_remove_subscribers_group: permission("remove subscribers"),
  can_resolve_topics_group: permission("resolve topics"),
  can_send_message_group: permission("post"),
  can_subscribe_group: permission("subscribe themselves"),
};

/** Parameters for the properties of new channels; existing channels are left as they are. */
export const creationParams = {
  announce: json(z.boolean().default(false).describe("Announce new channels")),
  invite_only: json(z.boolean().default(false).describe("New channels are private")),
  is_web_public: json(
    z.boolean().default(false).describe("New channels may be read without an account"),
  ),
  is_default_stream: json(
    z.boolean().default(false).describe("New users are subscribed to the new channels"),
  ),
  history_public_to_subscribers: json(
    z
      .boolean()
      .optional()
      .describe("Whether subscribers of a new private channel see old messages"),
  ),
  message_retention_days: json(
    z
      .union([z.int(), keyword])
      .default("realm_default")
      .describe("Days, or realm_default, or unlimited"),
  ),
  topics_policy: word(topicsPolicy.default("inherit").describe("Which topics messages may have")),
  folder_id: json(z.int().nullable().optional().describe("Folder of the new channels")),
  ...permissionParams,
};

/** Name of a new or renamed channel. */
export const channelName = upTo(
  maxChannelNameLength,
  z.string().trim(),
  `Channel name too long (limit: ${maxChannelNameLength} characters).`,
);
/** Names of channels that are there, or not. */
export const channelNames = z.array(line).max(listLimits.channels);
/** Users by their ids or API addresses. */
export const principals = z.union([
  z.array(z.int()).max(listLimits.ids),
  z.array(line).max(listLimits.ids),
]);
/** A channel by its id in the path. */
export const channelIdParam = pathId("The channel's id");
/** A channel by its name. */
export const channelNameParam = text(line.describe("The channel's name, whatever the case"));
