import { channelPermissionNames } from "@team-chat/policy";

import type { Draw } from "../draw.ts";
import type { Seen } from "../seen.ts";
import { type Draws, drawGroupSetting } from "./draws.ts";

function newName(draw: Draw): string {
  return `${draw.word()} ${draw.int(30)}`;
}

function creation(draw: Draw, seen: Seen) {
  return {
    invite_only: draw.once(3),
    history_public_to_subscribers: draw.bool(),
    ...(draw.once(3) ? { is_default_stream: true } : {}),
    ...(draw.once(5) ? { is_web_public: true } : {}),
    ...(draw.once(4) ? { [draw.of(channelPermissionNames)]: drawGroupSetting(draw, seen) } : {}),
  };
}

/** Mostly names that exist. */
function subscriptions(draw: Draw, seen: Seen) {
  const name = draw.once(3) ? newName(draw) : draw.of([...seen.channelNames, newName(draw)]);
  return [{ name, ...(draw.once(3) ? { description: "A *new* one" } : {}) }];
}

function channelChange(draw: Draw, seen: Seen): Record<string, unknown> {
  switch (draw.int(9)) {
    case 0:
      return { new_name: newName(draw) };
    case 1:
      return { description: draw.word() };
    case 2:
      return { is_private: draw.bool() };
    case 3:
      return { is_web_public: draw.bool() };
    case 4:
      return { is_private: true, history_public_to_subscribers: draw.bool() };
    case 5:
      return { message_retention_days: draw.of([10, "unlimited", "realm_default"]) };
    case 6:
      return { folder_id: draw.of([null, ...seen.ids("channel_folders")]) };
    case 7:
      return { topics_policy: draw.of(["inherit", "allow_empty_topic", "disable_empty_topic"]) };
    default: {
      const name = draw.of(channelPermissionNames);
      return { [name]: { new: drawGroupSetting(draw, seen) } };
    }
  }
}

function preference(draw: Draw) {
  const property = draw.of([
    "color",
    "is_muted",
    "in_home_view",
    "pin_to_top",
    "desktop_notifications",
    "wildcard_mentions_notify",
  ]);
  return { property, value: property === "color" ? draw.of(["#abcdef", "#0f0"]) : draw.bool() };
}

const topics = ["lunch", "deploy", "", "red"] as const;

const membershipDraws: Draws = {
  subscribe: (draw, seen) => ({
    subscriptions: subscriptions(draw, seen),
    ...(draw.bool() ? { principals: draw.some(seen.userIds) } : {}),
    ...creation(draw, seen),
  }),
  unsubscribe: (draw, seen) => ({
    subscriptions: draw.some(seen.channelNames, 2),
    ...(draw.once(3) ? { principals: draw.some(seen.userIds, 2) } : {}),
  }),
  // From all channels at once: guests who had to do with somebody only there lose sight of them.
  putOut: (draw, seen) => ({
    subscriptions: seen.openNames,
    principals: [draw.of(seen.colleagueIds)],
  }),
  bringIn: (draw, seen) => ({
    subscriptions: seen.openNames.map((name) => ({ name })),
    principals: draw.some(seen.colleagueIds),
  }),
  joinAgain: (draw, seen) => ({ subscriptions: [{ name: draw.of(seen.leftNames) }] }),
  updateSubscriptions: (draw, seen) => ({
    add: subscriptions(draw, seen),
    delete: draw.some(seen.channelNames, 1),
  }),
  updateSubscriptionProperties: (draw, seen) => ({
    subscription_data: [{ stream_id: draw.of(seen.channelIds), ...preference(draw) }],
  }),
  updateSubscriptionProperty: (draw, seen) => ({
    stream_id: draw.of(seen.channelIds),
    ...preference(draw),
  }),
  setTopicVisibility: (draw, seen) => ({
    stream_id: draw.of(seen.channelIds),
    topic: draw.of(topics),
    visibility_policy: draw.int(4),
  }),
  setTopicMuted: (draw, seen) => ({
    stream_id: draw.of(seen.channelIds),
    topic: draw.of(topics),
    op: draw.of(["add", "remove"]),
  }),
};

export const channelsDraws: Draws = {
  ...membershipDraws,
  createChannel: (draw, seen) => ({
    name: newName(draw),
    description: "made *now*",
    subscribers: draw.some(seen.userIds),
    ...creation(draw, seen),
  }),
  updateChannel: (draw, seen) => {
    const archived = seen.channels.filter((channel) => channel["is_archived"] === true);
    if (archived.length > 0 && draw.once(3))
      return { stream_id: draw.of(archived)["stream_id"], is_archived: false };
    return { stream_id: draw.of(seen.channelIds), ...channelChange(draw, seen) };
  },
  archiveChannel: (draw, seen) => ({ stream_id: draw.of(seen.channelIds) }),
  archiveNewest: (draw, seen) => ({
    stream_id: draw.of(seen.channelIds.toSorted((a, b) => a - b).slice(-2)),
  }),
  addDefaultChannel: (draw, seen) => ({ stream_id: draw.of(seen.channelIds) }),
  removeDefaultChannel: (draw, seen) => ({
    stream_id: draw.of(seen.numbers("realm_default_streams")),
  }),
  createChannelFolder: (draw) => ({ name: newName(draw), description: "*all* of it" }),
  updateChannelFolder: (draw, seen) => ({
    channel_folder_id: draw.of(seen.ids("channel_folders")),
    ...draw.of([{ name: newName(draw) }, { description: draw.word() }, { is_archived: true }]),
  }),
  reorderChannelFolders: (draw, seen) => ({
    order: draw.shuffled(
      draw.some(seen.ids("channel_folders"), 1).length > 0 ? seen.ids("channel_folders") : [],
    ),
  }),
};
