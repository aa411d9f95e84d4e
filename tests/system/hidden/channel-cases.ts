import type { Stage, Target, Viewer } from "./stage.ts";

type Given = Readonly<Record<string, unknown>>;

/** Ways to give the parameter that names a channel, with what else the operation needs; or why it is not tried. */
export type ChannelCase =
  | readonly ((channel: Target, viewer: Viewer, of: Stage) => Given)[]
  | { readonly because: string };

const page = { anchor: "newest", num_before: 10, num_after: 0 };
const id = ({ id: stream_id }: Target) => ({ stream_id });
const topic = { topic_name: "t" };
const due = { scheduled_delivery_timestamp: 4_000_000_000 };
const nowhere = (what: string) => ({ because: `names ${what}` });
const taken = {
  because: "a name that is taken cannot be had (docs/behaviour/api.md#hidden-things)",
};
const text = { type: "channel", topic: "t", content: "x" };

/** Every way in which a narrow names a channel. */
const narrows = [
  ({ name }: Target) => [["channel", name]],
  ({ id: operand }: Target) => [{ operator: "channel", operand }],
  ({ name }: Target) => [{ operator: "stream", operand: name, negated: true }],
  ({ id: operand }: Target) => [{ operator: "channel", operand, negated: true }],
  ({ name }: Target) => [
    ["channel", name],
    ["topic", "t"],
  ],
  ({ name }: Target) => [
    ["stream", name],
    ["search", "hello"],
  ],
];
const mentions = [
  ({ name }: Target) => `#**${name}**`,
  ({ name }: Target) => `#**${name}>t**`,
  ({ name }: Target) => `#**${name}>t@1**`,
];
const draft = ({ id: to }: Target) => ({ type: "stream", to: [to], topic: "t", content: "x" });
const byId = [id];

const messages: Readonly<Record<string, ChannelCase>> = {
  "sendMessage.to": [
    ({ id: to }) => ({ ...text, to }),
    ({ name: to }) => ({ ...text, to }),
    ({ name }) => ({ ...text, to: JSON.stringify([name]) }),
  ],
  "sendMessage.content": nowhere("channels as renderMessage.content does"),
  "updateMessage.content": nowhere("channels as renderMessage.content does"),
  "updateMessage.stream_id": [
    (channel, { own }) => ({
      ...id(channel),
      message_id: own.message,
      propagate_mode: "change_all",
    }),
  ],
  "renderMessage.content": mentions.map((write) => (channel) => ({ content: write(channel) })),
  "addSubmessage.content": nowhere("what a form says"),
  "getMessages.narrow": narrows.map((write) => (channel) => ({ ...page, narrow: write(channel) })),
  "matchesNarrow.narrow": narrows.map((write) => (channel, { own }) => ({
    msg_ids: [own.message],
    narrow: write(channel),
  })),
  "updateMessageFlagsForNarrow.narrow": narrows.map((write) => (channel) => ({
    ...page,
    op: "add",
    flag: "starred",
    narrow: write(channel),
  })),
  "listTopics.stream_id": byId,
  "deleteTopic.stream_id": [(channel) => ({ ...id(channel), ...topic })],
  "listMessageDeletions.stream_id": byId,
  "restoreMessages.stream_id": byId,
  "beginLegalHold.stream_id": [(channel) => ({ ...id(channel), reason: "why" })],
  "markStreamAsRead.stream_id": byId,
  "markTopicAsRead.stream_id": [(channel) => ({ ...id(channel), ...topic })],
  "setTypingStatus.to": nowhere("users"),
  "setTypingStatus.stream_id": [
    (channel) => ({ ...id(channel), type: "channel", op: "start", topic: "t" }),
  ],
  "createDrafts.drafts": [(channel) => ({ drafts: [draft(channel)] })],
  "editDraft.draft": [(channel, { own }) => ({ draft_id: own.draft, draft: draft(channel) })],
  "createScheduledMessage.to": [({ id: to }) => ({ ...text, ...due, to })],
  "createScheduledMessage.content": nowhere("channels when it is sent"),
  "updateScheduledMessage.to": [
    ({ id: to }, { own }) => ({ ...text, scheduled_message_id: own.scheduled, to }),
  ],
  "updateScheduledMessage.content": nowhere("channels when it is sent"),
};

const visibility = { topic: "t", visibility_policy: 1 };
const channels: Readonly<Record<string, ChannelCase>> = {
  "setTopicVisibility.stream_id": [(channel) => ({ ...id(channel), ...visibility })],
  "setTopicMuted.stream_id": [(channel) => ({ ...id(channel), topic: "t", op: "add" })],
  "setTopicMuted.stream": [({ name: stream }) => ({ stream, topic: "t", op: "add" })],
  "getChannelId.stream": [({ name: stream }) => ({ stream })],
  "getChannel.stream_id": byId,
  "updateChannel.stream_id": [id, (channel) => ({ ...id(channel), description: "mine" })],
  "archiveChannel.stream_id": byId,
  "listChannelMembers.stream_id": byId,
  "getChannelEmailAddress.stream_id": byId,
  "addDefaultChannel.stream_id": byId,
  "removeDefaultChannel.stream_id": byId,
  "subscribe.subscriptions": taken,
  "updateSubscriptions.add": taken,
  "unsubscribe.subscriptions": [({ name }) => ({ subscriptions: [name] })],
  "updateSubscriptions.delete": [({ name }) => ({ delete: [name] })],
  "getSubscriptionStatus.stream_id": [
    (channel, { person }) => ({ ...id(channel), user_id: person.userId }),
  ],
  "updateSubscriptionProperties.subscription_data": [
    (channel) => ({
      subscription_data: [{ ...id(channel), property: "is_muted", value: true }],
    }),
  ],
  "updateSubscriptionProperty.stream_id": [
    (channel) => ({ ...id(channel), property: "is_muted", value: true }),
  ],
};

const defaults = ["default_sending_stream", "default_events_register_stream"] as const;
const uses = [
  "moderation_request_channel_id",
  "new_stream_announcements_stream_id",
  "signup_announcements_stream_id",
  "zulip_update_announcements_stream_id",
];
let bots = 0;
const users: Readonly<Record<string, ChannelCase>> = {
  "createApiKey.channel_ids": nowhere("channels when a message is sent"),
  ...Object.fromEntries(
    defaults.flatMap((parameter): [string, ChannelCase][] => [
      [
        `createBot.${parameter}`,
        [
          ({ name }) => {
            bots += 1;
            return { full_name: `Bot ${bots}`, short_name: `b${bots}`, [parameter]: name };
          },
        ],
      ],
      [
        `updateBot.${parameter}`,
        [({ name }, _viewer, { bot }) => ({ bot_id: bot, [parameter]: name })],
      ],
    ]),
  ),
  ...Object.fromEntries(
    uses.map((name): [string, ChannelCase] => [
      `updateRealm.${name}`,
      [({ id: channelId }) => ({ [name]: channelId })],
    ]),
  ),
  "sendInvites.stream_ids": [
    ({ id: channelId }) => ({ invitee_emails: "new@example.com", stream_ids: [channelId] }),
  ],
  "createInviteLink.stream_ids": [({ id: channelId }) => ({ stream_ids: [channelId] })],
  "updateUserGroupMembers.add": nowhere("users"),
  "updateUserGroupMembers.delete": nowhere("users"),
  "updateUserGroupSubgroups.add": nowhere("groups"),
  "updateUserGroupSubgroups.delete": nowhere("groups"),
  "createSavedSnippet.content": nowhere("nothing before it is sent"),
  "updateSavedSnippet.content": nowhere("nothing before it is sent"),
};

const queues: Readonly<Record<string, ChannelCase>> = {
  "registerQueue.narrow": [
    ({ name }) => ({ event_types: ["message"], narrow: [["channel", name]] }),
  ],
  "getEvents.narrow": [({ name }) => ({ dont_block: true, narrow: [["channel", name]] })],
};

/** By operation and parameter. */
export const channelCases = { ...messages, ...channels, ...users, ...queues };
