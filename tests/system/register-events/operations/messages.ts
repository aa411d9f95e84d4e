import type { Draw } from "../draw.ts";
import type { Seen } from "../seen.ts";
import type { Draws } from "./draws.ts";

const emoji = ["octopus", "heart", "tada"] as const;
const topics = ["lunch", "Lunch", "deploy", "", "✔ done", "red"] as const;

function content(draw: Draw, seen: Seen): string {
  if (seen.files.length > 0 && draw.bool()) return `see [the note](${draw.of(seen.files)})`;
  const names = seen.users.map((user) => user["full_name"] as string);
  return draw.of([
    `**bold** ${draw.word()}`,
    "/me waves",
    `hello @**${draw.of(names)}**`,
    "@**all** look",
    "@**topic** look",
    "has fire in it",
    `see #**${draw.of([...seen.channelNames, "nowhere"])}** and https://example.com/`,
    draw.word(),
  ]);
}

function place(draw: Draw, seen: Seen) {
  return { stream_id: draw.of(seen.channelIds), topic: draw.of(topics) };
}

const typing = (draw: Draw, seen: Seen) => {
  const op = draw.of(["start", "stop"]);
  return draw.bool()
    ? { type: "direct", op, to: draw.some(seen.userIds, 2) }
    : { type: "channel", op, ...place(draw, seen) };
};

function draft(draw: Draw, seen: Seen) {
  if (draw.once(3))
    return { type: "private", to: draw.some(seen.userIds, 2), topic: "", content: draw.word() };
  if (draw.once(3)) return { type: "", to: [], topic: "", content: draw.word() };
  const channelId = draw.of(seen.channelIds);
  return { type: "stream", to: [channelId], topic: draw.of(topics), content: draw.word() };
}

/** Of the messages service, without drafts. */
const messageDraws: Draws = {
  sendMessage: (draw, seen) => {
    const facts = { content: content(draw, seen), read_by_sender: draw.bool() };
    if (draw.once(3)) return { type: "direct", to: draw.some(seen.userIds, 2), ...facts };
    return { type: "channel", to: draw.of(seen.channelIds), topic: draw.of(topics), ...facts };
  },
  sendFile: (draw, seen) => ({
    type: "direct",
    to: [seen.userId],
    content: `see [the note](${draw.of(seen.files)})`,
  }),
  updateMessage: (draw, seen) => {
    const message_id = draw.bool() ? draw.of(seen.ownMessageIds) : draw.of(seen.messageIds);
    const isDirect = seen.messages.some(({ id, type }) => id === message_id && type === "private");
    const kind = isDirect ? 0 : draw.int(3);
    if (kind === 0) return { message_id, content: content(draw, seen) };
    const propagate_mode = draw.of(["change_one", "change_later", "change_all"]);
    if (kind === 1) return { message_id, topic: draw.of(topics), propagate_mode };
    return { message_id, stream_id: draw.of(seen.channelIds), propagate_mode };
  },
  deleteMessage: (draw, seen) => ({ message_id: draw.of(seen.messageIds) }),
  deleteTopic: (draw, seen) => ({
    stream_id: draw.of(seen.channelIds),
    topic_name: draw.of(topics),
  }),
  addReaction: (draw, seen) => ({
    message_id: draw.of(seen.messageIds),
    emoji_name: draw.of(emoji),
  }),
  removeReaction: (draw, seen) => {
    const reactions = seen.messages.flatMap((message) =>
      (message["reactions"] as { emoji_name: string; user_id: number }[])
        .filter(({ user_id: id }) => id === seen.userId)
        .map(({ emoji_name: name }) => ({ message_id: message["id"], emoji_name: name })),
    );
    return draw.of(reactions);
  },
  updateMessageFlags: (draw, seen) => ({
    messages: draw.some(seen.messageIds, 5),
    op: draw.of(["add", "remove"]),
    flag: draw.of(["read", "starred", "collapsed"]),
  }),
  updateMessageFlagsForNarrow: (draw, seen) => ({
    anchor: draw.of(["newest", "oldest", "first_unread"]),
    num_before: draw.int(4),
    num_after: draw.int(4),
    narrow: draw.bool() ? [] : [{ operator: "channel", operand: draw.of(seen.channelIds) }],
    op: draw.of(["add", "remove"]),
    flag: draw.of(["read", "starred", "collapsed"]),
  }),
  markAllAsRead: () => ({}),
  markStreamAsRead: (draw, seen) => ({ stream_id: draw.of(seen.channelIds) }),
  markTopicAsRead: (draw, seen) => ({
    stream_id: draw.of(seen.channelIds),
    topic_name: draw.of(topics),
  }),
  setTypingStatus: typing,
  setTypingStatusForMessageEdit: (draw, seen) => ({
    message_id: draw.of(seen.ownMessageIds),
    op: draw.of(["start", "stop"]),
  }),
};

const later = 4_000_000_000;

/** Parameters of messages that are sent later, and of additions to messages. */
const laterDraws: Draws = {
  uploadFile: () => ({}),
  deleteAttachment: (draw, seen) => ({ attachment_id: draw.of(seen.attachmentIds) }),
  createScheduledMessage: (draw, seen) => {
    const facts = { content: draw.word(), scheduled_delivery_timestamp: later };
    if (!draw.once(3)) return { type: "direct", to: draw.some(seen.userIds, 2), ...facts };
    return { type: "channel", to: draw.of(seen.channelIds), topic: draw.of(topics), ...facts };
  },
  updateScheduledMessage: (draw, seen) => ({
    scheduled_message_id: draw.of(seen.ids("scheduled_messages", "scheduled_message_id")),
    ...draw.of([
      { content: draw.word() },
      { scheduled_delivery_timestamp: later + draw.int(1000) },
    ]),
  }),
  deleteScheduledMessage: (draw, seen) => ({
    scheduled_message_id: draw.of(seen.ids("scheduled_messages", "scheduled_message_id")),
  }),
  createReminder: (draw, seen) => ({
    message_id: draw.of(seen.messageIds),
    scheduled_delivery_timestamp: later,
    ...(draw.bool() ? { note: draw.word() } : {}),
  }),
  deleteReminder: (draw, seen) => ({ reminder_id: draw.of(seen.ids("reminders", "reminder_id")) }),
  addSubmessage: (draw, seen) => {
    const own = seen.messages.filter((message) => message["sender_id"] === seen.userId);
    return { message_id: draw.of(own)["id"], msg_type: "widget", content: '{"type":"new_option"}' };
  },
};

/** Of drafts. */
const draftDraws: Draws = {
  createDrafts: (draw, seen) => ({
    drafts: draw.bool() ? [draft(draw, seen)] : [draft(draw, seen), draft(draw, seen)],
  }),
  editDraft: (draw, seen) => ({ draft_id: draw.of(seen.ids("drafts")), draft: draft(draw, seen) }),
  deleteDraft: (draw, seen) => ({ draft_id: draw.of(seen.ids("drafts")) }),
};

export const messagesDraws: Draws = { ...messageDraws, ...draftDraws, ...laterDraws };
