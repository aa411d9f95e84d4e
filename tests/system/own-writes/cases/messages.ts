import { type Changes, once } from "../change.ts";
import { later, type Stage, topic } from "../stage.ts";

const inChannel = (stage: Stage) => ({ stream_id: stage.id("channel"), topic });
const note = { name: "note.txt", bytes: Buffer.from("A note.") };

/** A new public channel that says so in its first message. */
async function newChannel(stage: Stage): Promise<string> {
  const name = stage.name();
  const subscriptions = [{ name }];
  await stage.owner.client.post("/users/me/subscriptions", { subscriptions });
  return name;
}

/** A channel without messages, of the owner and a member. */
async function silentChannel(stage: Stage): Promise<number> {
  const name = await newChannel(stage);
  const { client } = stage.owner;
  const narrow = [{ operator: "channel", operand: name }];
  const page = { anchor: "newest", num_before: 10, num_after: 0, narrow };
  for (const { id } of (await client.get("/messages", page))["messages"] as { id: number }[])
    await client.delete(`/messages/${id}`);
  await stage.product.settle();
  return stage.channel(name);
}

async function firstMessage(stage: Stage): Promise<number> {
  const to = await silentChannel(stage);
  const id = await stage.send({ to });
  await stage.send({ to, content: "the second" });
  await stage.product.settle();
  return id;
}

async function deleted(stage: Stage, id: number): Promise<number> {
  await stage.owner.client.delete(`/messages/${id}`);
  await stage.product.settle();
  return id;
}

const sending: Changes = {
  sendMessage: {
    "to a channel": (stage) => ({
      params: { type: "channel", to: stage.id("channel"), topic, content: "fire" },
    }),
    "to a channel that has none": async (stage) => ({
      params: { type: "channel", to: await silentChannel(stage), topic, content: "first" },
    }),
    "to a channel that has none, with a file": async (stage) => ({
      params: {
        type: "channel",
        to: await silentChannel(stage),
        topic,
        content: `[x](${await uploaded(stage)})`,
      },
    }),
    "to a guest who never met the sender": (stage) => ({
      by: stage.person("admin"),
      params: { type: "direct", to: [stage.person("guest").userId], content: "welcome" },
    }),
    "to a bot with a webhook": (stage) => ({
      params: { type: "direct", to: [stage.id("bot")], content: "answer me" },
    }),
    "in a topic that the sender follows from then on": async (stage) => {
      const by = stage.person("member");
      await by.client.patch("/settings", { automatically_follow_topics_policy: 2 });
      const content = "@**Some member2** look";
      return { by, params: { type: "channel", to: stage.id("channel"), topic: "own", content } };
    },
  },
  updateMessage: {
    "that changes its text": (stage) => ({
      params: { message_id: stage.id("message"), content: "@**Some member** and fire" },
    }),
    "that moves a topic, with the notice of it": async (stage) => {
      const message_id = await stage.send({ topic: "old" });
      const followed = { stream_id: stage.id("channel"), topic: "old", visibility_policy: 3 };
      await stage.owner.client.post("/user_topics", followed);
      const moved = { topic: stage.name(), propagate_mode: "change_all" };
      return { params: { message_id, ...moved, send_notification_to_new_thread: true } };
    },
    "that resolves a topic": async (stage) => {
      const name = stage.name();
      const message_id = await stage.send({ topic: name });
      return { params: { message_id, topic: `✔ ${name}`, propagate_mode: "change_all" } };
    },
    "that moves the first message of a channel to a channel without any": async (stage) => ({
      params: {
        message_id: await firstMessage(stage),
        stream_id: await silentChannel(stage),
        propagate_mode: "change_one",
      },
    }),
  },
  deleteMessage: {
    "": async (stage) => ({ params: { message_id: await stage.send() } }),
    "that was the first of its channel": async (stage) => ({
      params: { message_id: await firstMessage(stage) },
    }),
  },
  deleteTopic: once(async (stage) => {
    const to = await silentChannel(stage);
    await stage.send({ to });
    await stage.product.settle();
    return { stream_id: to, topic_name: topic };
  }),
  beginLegalHold: once((stage) => ({ user_id: stage.person("member").userId, reason: "why" })),
  endLegalHold: once(async (stage) => {
    const hold = { user_id: stage.person("guest").userId, reason: "why" };
    return { hold_id: Number((await stage.owner.client.post("/legal_holds", hold))["id"]) };
  }),
  restoreMessages: {
    "": async (stage) => ({ params: { message_id: await deleted(stage, await stage.send()) } }),
    "that was the first of its channel": async (stage) => ({
      params: { message_id: await deleted(stage, await firstMessage(stage)) },
    }),
  },
  reportMessage: once(async (stage) => {
    const stream_id = await stage.channel("closed");
    await stage.owner.client.patch("/realm", { moderation_request_channel_id: stream_id });
    return { message_id: stage.id("message"), report_type: "spam" };
  }),
};

async function uploaded(stage: Stage): Promise<string> {
  return String((await stage.owner.client.upload("/user_uploads", note))["url"]);
}

const marking: Changes = {
  addReaction: once((stage) => ({ message_id: stage.id("message"), emoji_name: "octopus" })),
  removeReaction: once(async (stage) => {
    const message_id = await stage.send();
    await stage.owner.client.post(`/messages/${message_id}/reactions`, { emoji_name: "tada" });
    return { message_id, emoji_name: "tada" };
  }),
  updateMessageFlags: once((stage) => ({
    messages: [stage.id("message")],
    op: "add",
    flag: "starred",
  })),
  updateMessageFlagsForNarrow: {
    "": async (stage) => {
      await stage.send({}, stage.person("member"));
      const page = { anchor: "newest", num_before: 5, num_after: 0 };
      return { params: { ...page, op: "add", flag: "read" } };
    },
  },
  markAllAsRead: once(async (stage) => {
    await stage.send({}, stage.person("member"));
    return {};
  }),
  markStreamAsRead: once(async (stage) => {
    await stage.send({}, stage.person("member"));
    return { stream_id: stage.id("channel") };
  }),
  markTopicAsRead: once(async (stage) => {
    await stage.send({}, stage.person("member"));
    return { stream_id: stage.id("channel"), topic_name: topic };
  }),
  setTypingStatus: once((stage) => ({ type: "channel", op: "start", ...inChannel(stage) })),
  setTypingStatusForMessageEdit: once((stage) => ({
    message_id: stage.id("message"),
    op: "start",
  })),
  addSubmessage: once(async (stage) => {
    const message_id = await stage.send({ content: "/poll Which?\nthis\nthat" });
    return {
      message_id,
      msg_type: "widget",
      content: '{"type":"new_option","idx":1,"option":"x"}',
    };
  }),
};

const keeping: Changes = {
  uploadFile: { "": () => ({ params: {}, file: note }) },
  deleteAttachment: once((stage) => ({ attachment_id: stage.id("attachment") })),
  createScheduledMessage: once((stage) => ({
    type: "direct",
    to: [stage.person("member").userId],
    content: "later",
    scheduled_delivery_timestamp: later,
  })),
  updateScheduledMessage: once((stage) => ({
    scheduled_message_id: stage.id("scheduled"),
    content: "otherwise",
  })),
  deleteScheduledMessage: once((stage) => ({ scheduled_message_id: stage.id("scheduled") })),
  createReminder: once((stage) => ({
    message_id: stage.id("message"),
    scheduled_delivery_timestamp: later,
  })),
  deleteReminder: once((stage) => ({ reminder_id: stage.id("reminder") })),
  createDrafts: once((stage) => ({ drafts: [draft(stage)] })),
  editDraft: once((stage) => ({ draft_id: stage.id("draft"), draft: draft(stage) })),
  deleteDraft: once((stage) => ({ draft_id: stage.id("draft") })),
};

function draft(stage: Stage) {
  return { type: "stream", to: [stage.id("channel")], topic, content: "otherwise" };
}

export const messageChanges: Changes = { ...sending, ...marking, ...keeping };
