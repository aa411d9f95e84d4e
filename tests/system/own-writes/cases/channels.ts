import { type Changes, once } from "../change.ts";
import { type Stage, topic } from "../stage.ts";

const subscribed = (stage: Stage, params: Readonly<Record<string, unknown>>) =>
  stage.owner.client.post("/users/me/subscriptions", params);

const subscribing: Changes = {
  subscribe: {
    "to a new channel": (stage) => ({ params: { subscriptions: [{ name: stage.name() }] } }),
    "of several people to new channels, one of them private": (stage) => ({
      params: {
        subscriptions: [{ name: stage.name() }, { name: stage.name() }],
        principals: stage.people.map(({ userId }) => userId),
        invite_only: true,
      },
    }),
    "of others to a channel that there is": (stage) => ({
      params: {
        subscriptions: [{ name: "open" }],
        principals: [stage.person("member").userId, stage.person("guest").userId],
      },
    }),
    "with an announcement": async (stage) => {
      const stream_id = stage.id("channel");
      await stage.owner.client.patch("/realm", { new_stream_announcements_stream_id: stream_id });
      return { params: { subscriptions: [{ name: stage.name() }], announce: true } };
    },
  },
  unsubscribe: {
    "from a channel with unread messages": async (stage) => {
      await stage.send();
      return { by: stage.person("member"), params: { subscriptions: ["general"] } };
    },
    "of somebody whom a guest knew from there": async (stage) => {
      const newUser = await stage.member();
      await stage.send({}, newUser);
      await stage.product.settle();
      return { params: { subscriptions: ["general"], principals: [newUser.userId] } };
    },
  },
  updateSubscriptions: once((stage) => ({
    add: [{ name: stage.name() }],
    delete: ["open"],
  })),
  updateSubscriptionProperties: once((stage) => ({
    subscription_data: [{ stream_id: stage.id("channel"), property: "is_muted", value: true }],
  })),
  updateSubscriptionProperty: once((stage) => ({
    stream_id: stage.id("channel"),
    property: "pin_to_top",
    value: true,
  })),
  setTopicVisibility: once((stage) => ({
    stream_id: stage.id("channel"),
    topic,
    visibility_policy: 3,
  })),
  setTopicMuted: once((stage) => ({ stream_id: stage.id("channel"), topic, op: "add" })),
};

const changing: Changes = {
  createChannel: once((stage) => ({
    name: stage.name(),
    description: "Made now",
    subscribers: stage.people.map(({ userId }) => userId),
  })),
  updateChannel: {
    "that renames it": (stage) => ({
      params: { stream_id: stage.id("channel"), new_name: stage.name() },
    }),
    "that describes it": (stage) => ({
      params: { stream_id: stage.id("channel"), description: "About *this*" },
    }),
    "that makes it private": async (stage) => {
      const name = stage.name();
      await subscribed(stage, { subscriptions: [{ name }] });
      return { params: { stream_id: await stage.channel(name), is_private: true } };
    },
    "that changes how long messages are kept": (stage) => ({
      params: { stream_id: stage.id("channel"), message_retention_days: 100 },
    }),
    "that brings it back": async (stage) => {
      const name = stage.name();
      await subscribed(stage, { subscriptions: [{ name }] });
      const stream_id = await stage.channel(name);
      await stage.owner.client.delete(`/streams/${stream_id}`);
      return { params: { stream_id, is_archived: false } };
    },
  },
  archiveChannel: once(async (stage) => {
    const name = stage.name();
    const guest = stage.person("guest").userId;
    const principals = [stage.owner.userId, guest];
    await subscribed(stage, { subscriptions: [{ name }], principals });
    return { stream_id: await stage.channel(name) };
  }),
  addDefaultChannel: once(async (stage) => ({ stream_id: await stage.channel("open") })),
  removeDefaultChannel: once((stage) => ({ stream_id: stage.id("channel") })),
  createChannelFolder: once((stage) => ({ name: stage.name(), description: "" })),
  updateChannelFolder: once((stage) => ({
    channel_folder_id: stage.id("folder"),
    name: stage.name(),
  })),
  reorderChannelFolders: once(async (stage) => {
    const folder = { name: stage.name(), description: "" };
    const made = await stage.owner.client.post("/channel_folders/create", folder);
    return { order: [made["channel_folder_id"], stage.id("folder")] };
  }),
};

export const channelChanges: Changes = { ...subscribing, ...changing };
