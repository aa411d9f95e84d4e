import { nextLook } from "@team-chat/testkit";

import type { Chapter } from "../chapter.ts";

const day = 86_400;

/** Messages and what is done with them. */
export const messages: Chapter = async (stage) => {
  const { member, other } = stage;
  const { stream_id: channel } = await stage.call("getChannelId", { stream: "engineering" });
  const send = { type: "channel", to: "engineering", topic: "releases" };
  const first = await stage.call("sendMessage", { ...send, content: "Version 1.0 is **out**!" });
  const { id } = first;
  const around = { anchor: "newest", num_before: 2, num_after: 0 };
  const narrow = [
    { operator: "channel", operand: "engineering" },
    { operator: "topic", operand: "releases" },
  ];
  await stage.call("addReaction", { message_id: id, emoji_name: "tada" }, { as: member });
  await stage.call("getMessages", { ...around, narrow });
  await stage.call("removeReaction", { message_id: id, emoji_name: "tada" }, { as: member });
  await stage.call("updateMessage", { message_id: id, content: "Version 1.0.1 is **out**!" });
  await stage.call("getMessage", { message_id: id });
  await stage.call("getMessageHistory", { message_id: id });
  await stage.call("matchesNarrow", { msg_ids: [id], narrow });
  await stage.call("renderMessage", { content: "Version 1.0 is **out**!" });
  await stage.call("setTypingStatus", { op: "start", to: [member.id] });
  await stage.call("setTypingStatusForMessageEdit", { message_id: id, op: "start" });
  await stage.call("listTopics", { stream_id: channel });
  await stage.call(
    "updateMessageFlags",
    { messages: [id], op: "add", flag: "read" },
    { as: member },
  );
  await stage.call(
    "updateMessageFlagsForNarrow",
    { ...around, narrow, op: "add", flag: "starred" },
    { as: member },
  );
  await stage.call("getReadReceipts", { message_id: id });
  await stage.call("markTopicAsRead", { stream_id: channel, topic_name: "releases" });
  await stage.call("markStreamAsRead", { stream_id: channel });
  await stage.call("markAllAsRead");
  await stage.call("subscribe", { subscriptions: [{ name: "moderation" }], invite_only: true });
  const { stream_id: moderation } = await stage.call("getChannelId", { stream: "moderation" });
  await stage.call("updateRealm", { moderation_request_channel_id: moderation });
  await stage.call(
    "reportMessage",
    { message_id: id, report_type: "other", description: "It is not out yet." },
    { as: member },
  );
  const poll = await stage.call("sendMessage", { ...send, content: "/poll Lunch?\nSoup\nSalad" });
  await stage.call(
    "addSubmessage",
    {
      message_id: poll["id"],
      msg_type: "widget",
      content: { type: "vote", key: "canned,0", vote: 1 },
    },
    { as: member },
  );
  await stage.call("deleteMessage", { message_id: poll["id"] });
  await stage.call("sendMessage", { ...send, topic: "test", content: "Hello?" }, { as: other });
  await stage.call("deleteTopic", { stream_id: channel, topic_name: "test" });
  await stage.call("listMessageDeletions", { limit: 5 });
  const hold = await stage.call("beginLegalHold", { stream_id: channel, reason: "Case 2026-7" });
  await stage.call("listLegalHolds");
  await exportHold(stage, hold["id"]);
  await stage.call("endLegalHold", { hold_id: hold["id"] });
  await stage.call("restoreMessages", { stream_id: channel, topic: "test" });
  await later(stage, id);
  await drafts(stage, channel);
};

async function later(stage: Parameters<Chapter>[0], messageId: unknown): Promise<void> {
  const inSeconds = Math.floor(Date.now() / 1000) + day;
  await stage.call("createReminder", {
    message_id: messageId,
    scheduled_delivery_timestamp: inSeconds,
    note: "Write the announcement",
  });
  const { reminders } = await stage.call("listReminders");
  await stage.call("deleteReminder", { reminder_id: reminders[0].reminder_id });
  const { scheduled_message_id } = await stage.call("createScheduledMessage", {
    type: "direct",
    to: [stage.member.id],
    content: "Good morning!",
    scheduled_delivery_timestamp: inSeconds,
  });
  await stage.call("listScheduledMessages");
  await stage.call("updateScheduledMessage", {
    scheduled_message_id,
    content: "Good morning, Grace!",
  });
  await stage.call("deleteScheduledMessage", { scheduled_message_id });
}

async function drafts(stage: Parameters<Chapter>[0], channel: unknown): Promise<void> {
  const draft = { type: "stream", to: [channel], topic: "releases", content: "Next week" };
  const { ids } = await stage.call("createDrafts", { drafts: [draft] });
  await stage.call("listDrafts");
  const [draft_id] = ids;
  await stage.call("editDraft", { draft_id, draft: { ...draft, content: "Next month" } });
  await stage.call("deleteDraft", { draft_id });
}

async function exportHold(stage: Parameters<Chapter>[0], holdId: number): Promise<void> {
  await stage.call("listExportKeys");
  const { id: export_id } = await stage.call("exportLegalHold", { hold_id: holdId });
  const list = async () => (await stage.call("listLegalHoldExports")).legal_hold_exports.at(-1);
  let made = await list();
  for (; made.state !== "done"; made = await list()) await nextLook();
  const address = String(made.archive_url).split("/").at(-1);
  await stage.call("getLegalHoldArchive", { address });
  await stage.call("deleteLegalHoldExport", { export_id });
}
