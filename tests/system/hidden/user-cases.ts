import type { Stage, Target, Viewer } from "./stage.ts";

type Given = Readonly<Record<string, unknown>>;

/** Ways to give the parameter that names a user, with what else the operation needs; or why it is not tried. */
export type UserCase =
  | readonly ((user: Target, viewer: Viewer, of: Stage) => Given)[]
  | { readonly because: string };

const page = { anchor: "newest", num_before: 10, num_after: 0 };
const id = ({ id: user_id }: Target) => ({ user_id });
const due = { scheduled_delivery_timestamp: 4_000_000_000 };
const direct = { type: "direct", content: "x" };
const names = (what: string) => ({ because: `names ${what}` });
const byId = [id];
const form = { client_gravatar: false };

/** The user alone, and after others whom the viewer sees. */
const recipients = [
  ({ id: to }: Target) => [to],
  ({ id: to }: Target, { person }: Viewer, { bot }: Stage) => [person.userId, bot, to],
];
const narrows = [
  ({ email }: Target) => [["sender", email]],
  ({ id: operand }: Target) => [{ operator: "sender", operand }],
  ({ email }: Target) => [["dm", email]],
  ({ id: operand }: Target) => [{ operator: "dm", operand: [operand] }],
  ({ id: operand }: Target) => [{ operator: "dm-including", operand }],
  ({ email }: Target) => [["dm-including", email]],
  ({ id: operand }: Target) => [{ operator: "group-pm-with", operand }],
  ({ id: operand }: Target) => [{ operator: "sender", operand, negated: true }],
];
const mentions = [
  ({ name }: Target) => `@**${name}**`,
  ({ name, id: userId }: Target) => `@**${name}|${userId}**`,
  ({ id: userId }: Target) => `@**|${userId}**`,
  ({ id: userId }: Target) => `@_**|${userId}**`,
];
const people = (what: (ids: readonly number[]) => Given) =>
  recipients.map(
    (list) => (user: Target, viewer: Viewer, of: Stage) => what(list(user, viewer, of)),
  );

const channels: Readonly<Record<string, UserCase>> = {
  "subscribe.principals": people((principals) => ({
    subscriptions: [{ name: "commonhall" }],
    principals,
  })),
  "unsubscribe.principals": people((principals) => ({ subscriptions: ["commonhall"], principals })),
  "updateSubscriptions.principals": people((principals) => ({
    add: [{ name: "commonhall" }],
    principals,
  })),
  "updateSubscriptions.add": names("channels"),
  "updateSubscriptions.delete": names("channels"),
  "createChannel.subscribers": people((subscribers) => ({ name: "new", subscribers })),
  "getSubscriptionStatus.user_id": [
    (user, _viewer, { hall }) => ({ ...id(user), stream_id: hall }),
  ],
  "getUserChannels.user_id": byId,
};

const messages: Readonly<Record<string, UserCase>> = {
  "sendMessage.to": [
    ...people((to) => ({ ...direct, to })),
    ({ email }) => ({ ...direct, to: JSON.stringify([email]) }),
  ],
  "sendMessage.sender": names("nobody: sending as somebody else is refused"),
  "sendMessage.content": names("people as renderMessage.content does"),
  "updateMessage.content": names("people as renderMessage.content does"),
  "renderMessage.content": mentions.map((write) => (user) => ({ content: write(user) })),
  "addSubmessage.content": names("what a form says"),
  "getMessages.narrow": narrows.map((write) => (user) => ({ ...page, narrow: write(user) })),
  "matchesNarrow.narrow": narrows.map((write) => (user, { own }) => ({
    msg_ids: [own.message],
    narrow: write(user),
  })),
  "updateMessageFlagsForNarrow.narrow": narrows.map((write) => (user) => ({
    ...page,
    op: "add",
    flag: "starred",
    narrow: write(user),
  })),
  "createDrafts.drafts": people((to) => ({
    drafts: [{ type: "private", to, topic: "", content: "x" }],
  })),
  "editDraft.draft": recipients.map((list) => (user, viewer, of) => ({
    draft_id: viewer.own.draft,
    draft: { type: "private", to: list(user, viewer, of), topic: "", content: "x" },
  })),
  "createScheduledMessage.to": people((to) => ({ ...direct, ...due, to })),
  "createScheduledMessage.content": names("people when it is sent"),
  "updateScheduledMessage.to": recipients.map((list) => (user, viewer, of) => ({
    ...direct,
    scheduled_message_id: viewer.own.scheduled,
    to: list(user, viewer, of),
  })),
  "updateScheduledMessage.content": names("people when it is sent"),
  "setTypingStatus.to": people((to) => ({ type: "direct", op: "start", to })),
};

const queues: Readonly<Record<string, UserCase>> = {
  "registerQueue.narrow": [
    ({ email }) => ({ event_types: ["message"], narrow: [["sender", email]] }),
  ],
  "getEvents.narrow": [({ email }) => ({ dont_block: true, narrow: [["sender", email]] })],
};

const account = { because: "an address has one account, so whoever asks for it is told" };
const accounts: Readonly<Record<string, UserCase>> = {
  "fetchApiKey.username": [({ email: username }) => ({ username, password: "x" })],
  "listApiKeys.user_id": byId,
  "createApiKey.user_id": [(user) => ({ ...id(user), name: "x", scopes: ["read"] })],
  "endApiKey.user_id": [(user) => ({ ...id(user), key_id: 1 })],
  "endSession.session_id": names("a session of one's own"),
  "devFetchApiKey.username": { because: "is for development" },
  "createUser.email": account,
  "getAvatar.user_id_or_email": { because: "get-avatar.test.ts" },
  "getMediumAvatar.user_id_or_email": { because: "get-medium-avatar.test.ts" },
  "getUser.user_id": [(user) => ({ ...id(user), ...form })],
  "getUserByEmail.email": [({ email }) => ({ email, ...form })],
  "updateUser.user_id": [(user) => ({ ...id(user), full_name: "Other Name" })],
  "updateUser.profile_data": [
    ({ id: value }, { person }) => ({
      user_id: person.userId,
      profile_data: [{ id: 1, value: [value] }],
    }),
  ],
  "updateUser.new_email": account,
  "updateUserByEmail.email": [({ email }) => ({ email, full_name: "Other Name" })],
  "updateUserByEmail.profile_data": { because: "as updateUser.profile_data" },
  "updateUserByEmail.new_email": account,
  "updateProfileData.data": [
    ({ id: value }, _viewer, { field }) => ({ data: [{ id: field, value: [value] }] }),
  ],
  "removeProfileData.data": names("fields"),
  "deactivateUser.user_id": byId,
  "resetSecondFactors.user_id": byId,
  "endUserSessions.user_id": byId,
  "reactivateUser.user_id": byId,
  "muteUser.muted_user_id": [({ id: muted_user_id }) => ({ muted_user_id })],
  "unmuteUser.muted_user_id": [({ id: muted_user_id }) => ({ muted_user_id })],
  "getUserStatus.user_id": byId,
  "updateUserStatus.user_id": [(user) => ({ ...id(user), status_text: "x" })],
  "getUserPresence.user_id_or_email": [
    ({ id: user_id_or_email }) => ({ user_id_or_email }),
    ({ email: user_id_or_email }) => ({ user_id_or_email }),
  ],
  "sendInvites.invitee_emails": account,
  "acceptInvite.email": account,
  "updateSettings.email": account,
  "updateDisplaySettings.email": account,
  "updateNotificationSettings.email": account,
  "createSavedSnippet.content": names("nobody before it is sent"),
  "updateSavedSnippet.content": names("nobody before it is sent"),
};

const byBotId = [({ id: bot_id }: Target) => ({ bot_id })];
const others: Readonly<Record<string, UserCase>> = {
  "listAuditLog.actor_id": [({ id: actor_id }) => ({ actor_id })],
  "beginLegalHold.user_id": [({ id: user_id }) => ({ user_id, reason: "why" })],
  "listMessageDeletions.deleter_id": [({ id: deleter_id }) => ({ deleter_id })],
  "updateBot.bot_id": byBotId,
  "updateBot.bot_owner_id": [
    ({ id: bot_owner_id }, _viewer, { bot }) => ({ bot_id: bot, bot_owner_id }),
  ],
  "deactivateBot.bot_id": byBotId,
  "getBotApiKey.bot_id": byBotId,
  "regenerateBotApiKey.bot_id": byBotId,
  "listDeliveries.bot_id": byBotId,
  "redeliver.bot_id": [({ id: bot_id }) => ({ bot_id, delivery_id: 1 })],
  "createUserGroup.members": people((members) => ({ name: "new", description: "", members })),
  "updateUserGroupMembers.add": people((add) => ({ user_group_id: 1, add })),
  "updateUserGroupMembers.delete": people((gone) => ({ user_group_id: 1, delete: gone })),
  "updateUserGroupSubgroups.add": names("groups"),
  "updateUserGroupSubgroups.delete": names("groups"),
  "getIsUserGroupMember.user_id": [
    (user, _viewer, { group }) => ({ ...id(user), user_group_id: group }),
  ],
};

/** By operation and parameter. */
export const userCases = { ...channels, ...messages, ...queues, ...accounts, ...others };
