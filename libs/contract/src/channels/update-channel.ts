import { z } from "zod";

import { keyword, upTo } from "../bounded-text.ts";
import { changedGroupSetting } from "../group-setting.ts";
import { operation } from "../operation.ts";
import { json, text, word } from "../param.ts";
import { topicsPolicy } from "./channel-object.ts";
import { channelIdParam, channelName, maxChannelDescriptionLength } from "./channel-params.ts";

const flag = (what: string) => json(z.boolean().optional().describe(what));

const permission = (who: string) => json(changedGroupSetting.describe(`Who may ${who}`));

export const updateChannel = operation({
  name: "updateChannel",
  method: "PATCH",
  path: "/streams/{stream_id}",
  owner: "channels",
  auth: "user",
  scope: "administration",
  params: {
    stream_id: channelIdParam,
    description: text(
      upTo(maxChannelDescriptionLength).optional().describe("New description, Markdown"),
    ),
    new_name: text(channelName.optional().describe("New name")),
    is_private: flag("Whether the channel is private"),
    is_web_public: flag("Whether the history may be read without an account"),
    history_public_to_subscribers: flag(
      "Whether new subscribers of a private channel see older messages; the others always show them",
    ),
    is_default_stream: flag("Whether new users are subscribed to the channel"),
    message_retention_days: json(
      z.union([z.int(), keyword]).optional().describe("Days, or realm_default, or unlimited"),
    ),
    is_archived: flag("False takes an archived channel back; true is ignored"),
    folder_id: json(z.int().nullable().optional().describe("Folder of the channel; null for none")),
    topics_policy: word(topicsPolicy.optional().describe("Which topics messages may have")),
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
  },
  response: z.object({}),
  errors: [
    "BAD_REQUEST",
    "UNAUTHORIZED_PRINCIPAL",
    "REQUEST_VARIABLE_INVALID",
    "EXPECTATION_MISMATCH",
    "CANNOT_SET_TOPICS_POLICY_TO_EMPTY_TOPIC_ONLY",
  ],
  doc: "Update a channel\n\nAll of the changes are made, or none. For administrators of the organization and of the channel.",
});
