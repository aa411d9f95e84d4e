import type { Chapter } from "../chapter.ts";

/** Channels, folders, subscriptions and what users want to see of topics. */
export const channels: Chapter = async (stage) => {
  const { member, other } = stage;
  const people = [stage.owner.id, member.id];
  await stage.call("createChannel", {
    name: "design",
    description: "How things look",
    subscribers: people,
  });
  await stage.call("subscribe", {
    subscriptions: [{ name: "engineering", description: "How things work" }],
    principals: people,
  });
  await stage.call("listChannels", { include_public: false, include_subscribed: true });
  const { stream_id: engineering } = await stage.call("getChannelId", { stream: "engineering" });
  const { stream_id: design } = await stage.call("getChannelId", { stream: "design" });
  await stage.call("getChannel", { stream_id: engineering });
  await stage.call("updateChannel", { stream_id: design, description: "How things look and feel" });
  await stage.call("listChannelMembers", { stream_id: engineering });
  await stage.call("getChannelEmailAddress", { stream_id: engineering });
  await stage.call("addDefaultChannel", { stream_id: engineering });
  await stage.call("removeDefaultChannel", { stream_id: engineering });
  await stage.call("listSubscriptions");
  await stage.call("getSubscriptionStatus", { user_id: member.id, stream_id: engineering });
  await stage.call("getUserChannels", { user_id: member.id });
  await stage.call("updateSubscriptionProperties", {
    subscription_data: [{ stream_id: engineering, property: "color", value: "#76ce90" }],
  });
  await stage.call("updateSubscriptionProperty", {
    stream_id: engineering,
    property: "pin_to_top",
    value: true,
  });
  await stage.call(
    "updateSubscriptions",
    { add: [{ name: "engineering" }], delete: [] },
    { as: other },
  );
  await stage.call("unsubscribe", { subscriptions: ["engineering"] }, { as: other });
  await stage.call("setTopicVisibility", {
    stream_id: engineering,
    topic: "releases",
    visibility_policy: 3,
  });
  await stage.call("setTopicMuted", { stream_id: engineering, topic: "noise", op: "add" });
  const folder = await stage.call("createChannelFolder", {
    name: "Product",
    description: "What we make",
  });
  await stage.call("listChannelFolders");
  const { channel_folder_id } = folder;
  await stage.call("updateChannelFolder", { channel_folder_id, name: "Products" });
  await stage.call("reorderChannelFolders", { order: [channel_folder_id] });
  await stage.call("archiveChannel", { stream_id: design });
};
