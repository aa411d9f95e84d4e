import type { Stage } from "./stage.ts";

/** Other parameters, with the one in question; and what the answer has. */
interface Case {
  readonly given: (of: Stage) => Readonly<Record<string, unknown>>;
  readonly answers: (of: Stage) => Readonly<Record<string, unknown>>;
}

/** Reason for not trying a parameter here: either it names nobody, or the file that shows it. */
interface Elsewhere {
  readonly because: string;
}

const refused =
  (msg: string | ((of: Stage) => string), code = "BAD_REQUEST") =>
  (of: Stage) => ({
    result: "error",
    code,
    msg: typeof msg === "string" ? msg : msg(of),
  });
const done =
  (more: (of: Stage) => object = () => ({})) =>
  (of: Stage) => ({
    result: "success",
    ...more(of),
  });
const isGone = refused("User is deactivated");
const unknown = refused("No such user");
const invalid = refused((of) => `Invalid user ID: ${of.gone.userId}`);
const leftBehind = refused((of) => `'${of.gone.client.email}' is no longer using Team Chat.`);

const byId = (of: Stage) => ({ user_id: of.gone.userId });
const byEmail = (of: Stage) => ({ email: of.gone.client.email });
const byBotId = (of: Stage) => ({ bot_id: of.bot });
const shown = done((of) => ({ user: { user_id: of.gone.userId, is_active: false } }));
const principals = (of: Stage) => [of.gone.userId];
const mention = "@**Some member** hello";
const page = { anchor: "newest", num_before: 10, num_after: 0 };
const conversation = (of: Stage) => [{ operator: "dm", operand: [of.gone.userId] }];
const written = (of: Stage) => [{ operator: "sender", operand: of.gone.client.email }];
const mentor = (of: Stage) => [{ id: of.own.field, value: [of.gone.userId] }];
const noMentor = refused((of) => `User with ID ${of.gone.userId} is deactivated`);
const names = (what: string): Elsewhere => ({ because: `names ${what}` });

const channels: Readonly<Record<string, Case | Elsewhere>> = {
  "subscribe.principals": {
    given: (of) => ({ subscriptions: [{ name: "general" }], principals: principals(of) }),
    answers: isGone,
  },
  "unsubscribe.principals": {
    given: (of) => ({ subscriptions: ["general"], principals: principals(of) }),
    answers: isGone,
  },
  "updateSubscriptions.principals": {
    given: (of) => ({ add: [{ name: "general" }], principals: principals(of) }),
    answers: isGone,
  },
  "updateSubscriptions.add": names("channels"),
  "updateSubscriptions.delete": names("channels"),
  "createChannel.subscribers": {
    given: (of) => ({ name: "new", subscribers: principals(of) }),
    answers: isGone,
  },
  "getSubscriptionStatus.user_id": {
    given: (of) => ({ ...byId(of), stream_id: of.own.channel }),
    answers: isGone,
  },
  "getUserChannels.user_id": { given: byId, answers: isGone },
};

const messages: Readonly<Record<string, Case | Elsewhere>> = {
  "sendMessage.to": {
    given: (of) => ({ type: "direct", to: principals(of), content: "x" }),
    answers: leftBehind,
  },
  "sendMessage.sender": names("nobody: sending as somebody else is refused"),
  "sendMessage.content": {
    given: (of) => ({ type: "channel", to: of.own.channel, topic: "t", content: mention }),
    answers: done(),
  },
  "updateMessage.content": {
    given: (of) => ({ message_id: of.own.message, content: mention }),
    answers: done(),
  },
  "renderMessage.content": {
    given: () => ({ content: mention }),
    answers: done((of) => ({
      rendered: `<p><span class="user-mention silent" data-user-id="${of.gone.userId}">Some member</span> hello</p>`,
    })),
  },
  "createScheduledMessage.to": {
    given: (of) => ({
      type: "direct",
      to: principals(of),
      content: "x",
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400,
    }),
    answers: leftBehind,
  },
  "createScheduledMessage.content": names("people when it is sent"),
  "updateScheduledMessage.to": {
    given: (of) => ({ scheduled_message_id: of.own.scheduled, to: principals(of) }),
    answers: leftBehind,
  },
  "updateScheduledMessage.content": names("people when it is sent"),
  "addSubmessage.content": names("what a form says"),
  "createDrafts.drafts": {
    given: (of) => ({
      drafts: [{ type: "private", to: principals(of), topic: "", content: "x" }],
    }),
    answers: done(),
  },
  "editDraft.draft": {
    given: (of) => ({
      draft_id: of.own.draft,
      draft: { type: "private", to: principals(of), topic: "", content: "y" },
    }),
    answers: done(),
  },
  "setTypingStatus.to": {
    given: (of) => ({ type: "direct", op: "start", to: principals(of) }),
    answers: done(),
  },
  "getMessages.narrow": {
    given: (of) => ({ ...page, narrow: conversation(of) }),
    answers: done((of) => ({ messages: [{ sender_id: of.gone.userId }] })),
  },
  "matchesNarrow.narrow": {
    given: (of) => ({ msg_ids: [of.own.message], narrow: written(of) }),
    answers: done(() => ({ messages: {} })),
  },
  "updateMessageFlagsForNarrow.narrow": {
    given: (of) => ({ ...page, op: "add", flag: "starred", narrow: conversation(of) }),
    answers: done(() => ({ processed_count: 1 })),
  },
};

const queues: Readonly<Record<string, Case | Elsewhere>> = {
  "registerQueue.narrow": {
    given: (of) => ({ event_types: ["message"], narrow: [["sender", of.gone.client.email]] }),
    answers: done(),
  },
  "getEvents.narrow": {
    given: (of) => ({ dont_block: true, narrow: [["sender", of.gone.client.email]] }),
    answers: done(() => ({ events: [] })),
  },
};

const accounts: Readonly<Record<string, Case | Elsewhere>> = {
  "fetchApiKey.username": {
    given: (of) => ({ username: of.gone.client.email, password: "x" }),
    answers: refused("Your username or password is incorrect", "AUTHENTICATION_FAILED"),
  },
  "devFetchApiKey.username": {
    given: (of) => ({ username: of.gone.client.email }),
    answers: refused("Account is deactivated", "USER_DEACTIVATED"),
  },
  "createUser.email": {
    given: (of) => ({ ...byEmail(of), full_name: "Some Twin", password: "correct-horse-battery" }),
    answers: refused("Email is already in use."),
  },
  "endSession.session_id": names("a session of one's own"),
  "getAvatar.user_id_or_email": { because: "get-avatar.test.ts" },
  "getMediumAvatar.user_id_or_email": { because: "get-medium-avatar.test.ts" },
  "getUser.user_id": { given: byId, answers: shown },
  "getUserByEmail.email": { given: byEmail, answers: shown },
  "updateUser.user_id": {
    given: (of) => ({ ...byId(of), full_name: "Some member" }),
    answers: done(),
  },
  "updateUser.profile_data": {
    given: (of) => ({ user_id: of.owner.userId, profile_data: mentor(of) }),
    answers: noMentor,
  },
  "updateUser.new_email": {
    given: (of) => ({ user_id: of.owner.userId, new_email: of.gone.client.email }),
    answers: refused("New email value error: Email is already in use."),
  },
  "updateUserByEmail.email": {
    given: (of) => ({ ...byEmail(of), full_name: "Some member" }),
    answers: done(),
  },
  "updateUserByEmail.profile_data": {
    given: (of) => ({ email: of.owner.client.email, profile_data: mentor(of) }),
    answers: noMentor,
  },
  "updateUserByEmail.new_email": {
    given: (of) => ({ email: of.owner.client.email, new_email: of.gone.client.email }),
    answers: refused("New email value error: Email is already in use."),
  },
  "updateProfileData.data": { given: (of) => ({ data: mentor(of) }), answers: noMentor },
  "removeProfileData.data": names("fields"),
  "deactivateUser.user_id": { given: byId, answers: isGone },
  "reactivateUser.user_id": { given: byId, answers: done() },
  "listApiKeys.user_id": { given: byId, answers: done(() => ({ api_keys: [] })) },
  "createApiKey.user_id": { because: "create-api-key.test.ts" },
  "endApiKey.user_id": { because: "end-api-key.test.ts" },
  "resetSecondFactors.user_id": { given: byId, answers: done() },
  "endUserSessions.user_id": { given: byId, answers: done() },
  "muteUser.muted_user_id": {
    given: (of) => ({ muted_user_id: of.gone.userId }),
    answers: done(),
  },
  "unmuteUser.muted_user_id": {
    given: (of) => ({ muted_user_id: of.gone.userId }),
    answers: done(),
  },
  "getUserStatus.user_id": { given: byId, answers: done(() => ({ status: {} })) },
  "updateUserStatus.user_id": {
    given: (of) => ({ ...byId(of), status_text: "x" }),
    answers: isGone,
  },
  "getUserPresence.user_id_or_email": {
    given: (of) => ({ user_id_or_email: of.gone.userId }),
    answers: unknown,
  },
  "sendInvites.invitee_emails": {
    given: (of) => ({ invitee_emails: of.gone.client.email, invite_expires_in_minutes: 10 }),
    answers: () => ({ result: "error", code: "INVITATION_FAILED" }),
  },
  "acceptInvite.email": { because: "accept-invite.test.ts" },
  ...Object.fromEntries(
    ["updateSettings", "updateDisplaySettings", "updateNotificationSettings"].map((name) => [
      `${name}.email`,
      { given: byEmail, answers: refused("Already has an account.") },
    ]),
  ),
  "createSavedSnippet.content": names("nobody before it is sent"),
  "updateSavedSnippet.content": names("nobody before it is sent"),
};

const asId = (name: string, more: object, answered: object): Case => ({
  given: (of) => ({ [name]: of.gone.userId, ...more }),
  answers: done(() => answered),
});
const audit: Readonly<Record<string, Case | Elsewhere>> = {
  "listAuditLog.actor_id": asId("actor_id", {}, { found_oldest: true }),
  "beginLegalHold.user_id": asId("user_id", { reason: "They left." }, {}),
  "listMessageDeletions.deleter_id": asId("deleter_id", {}, { deletions: [], found_oldest: true }),
};

const bots: Readonly<Record<string, Case | Elsewhere>> = {
  "updateBot.bot_id": {
    given: (of) => ({ ...byBotId(of), full_name: "Left Bot" }),
    answers: done((of) => ({ bot_owner: of.gone.client.email })),
  },
  "updateBot.bot_owner_id": {
    given: (of) => ({ bot_id: of.own.bot, bot_owner_id: of.gone.userId }),
    answers: refused("Failed to change owner, user is deactivated"),
  },
  "deactivateBot.bot_id": { given: byBotId, answers: done() },
  "getBotApiKey.bot_id": { given: byBotId, answers: done() },
  "regenerateBotApiKey.bot_id": { given: byBotId, answers: done() },
  "listDeliveries.bot_id": { because: "services/webhooks/tests/list-deliveries.test.ts" },
  "redeliver.bot_id": { because: "services/webhooks/tests/redeliver.test.ts" },
};

const groups: Readonly<Record<string, Case | Elsewhere>> = {
  "createUserGroup.members": {
    given: (of) => ({ name: "new", description: "", members: principals(of) }),
    answers: invalid,
  },
  "updateUserGroupMembers.add": {
    given: (of) => ({ user_group_id: of.own.group, add: principals(of) }),
    answers: invalid,
  },
  "updateUserGroupMembers.delete": {
    given: (of) => ({ user_group_id: of.own.group, delete: principals(of) }),
    answers: invalid,
  },
  "updateUserGroupSubgroups.add": names("groups"),
  "updateUserGroupSubgroups.delete": names("groups"),
  "getIsUserGroupMember.user_id": {
    given: (of) => ({ ...byId(of), user_group_id: of.own.group }),
    answers: done(() => ({ is_user_group_member: false })),
  },
};

/** By operation and parameter. */
export const cases: Readonly<Record<string, Case | Elsewhere>> = {
  ...channels,
  ...messages,
  ...queues,
  ...accounts,
  ...audit,
  ...bots,
  ...groups,
};

/** Parameters that the operations with group settings require, and that change nothing. */
export const beside: Readonly<Record<string, (of: Stage) => Readonly<Record<string, unknown>>>> = {
  subscribe: () => ({ subscriptions: [{ name: "never made" }] }),
  updateSubscriptions: () => ({ add: [{ name: "never made" }] }),
  createChannel: () => ({ name: "never made", subscribers: [] }),
  updateChannel: (of) => ({ stream_id: of.own.channel }),
  createUserGroup: () => ({ name: "never made", description: "", members: [] }),
  updateUserGroup: (of) => ({ user_group_id: of.own.group }),
  updateRealm: () => ({}),
};
