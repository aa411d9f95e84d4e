import { alertWordsOperations } from "./alert-words/index.ts";
import { archiveOperations } from "./archive/index.ts";
import { auditOperations } from "./audit/index.ts";
import { botsOperations } from "./bots/index.ts";
import { callsOperations } from "./calls/index.ts";
import { channelFoldersOperations } from "./channel-folders/index.ts";
import {
  channelsOperations,
  subscriptionsOperations,
  topicPreferencesOperations,
} from "./channels/index.ts";
import { devicesOperations } from "./devices/index.ts";
import { draftsOperations } from "./drafts/index.ts";
import { emojiOperations } from "./emoji/index.ts";
import { eventsOperations } from "./events/index.ts";
import { exportsOperations } from "./exports/index.ts";
import { filesOperations } from "./files/index.ts";
import { invitesOperations } from "./invites/index.ts";
import { linkifiersOperations } from "./linkifiers/index.ts";
import {
  messagesOperations,
  reactionsOperations,
  readStateOperations,
  topicsOperations,
  typingOperations,
} from "./messages/index.ts";
import { mutedUsersOperations } from "./muted-users/index.ts";
import { navigationViewsOperations } from "./navigation-views/index.ts";
import type { Operation } from "./operation.ts";
import { playgroundsOperations } from "./playgrounds/index.ts";
import { presenceOperations } from "./presence/index.ts";
import { profileFieldsOperations } from "./profile-fields/index.ts";
import { pushOperations } from "./push/index.ts";
import { realmOperations } from "./realm/index.ts";
import { savedSnippetsOperations } from "./saved-snippets/index.ts";
import { remindersOperations, scheduledMessagesOperations } from "./scheduled-messages/index.ts";
import { secondFactorsOperations } from "./second-factors/index.ts";
import { serverOperations } from "./server/index.ts";
import { sessionsOperations } from "./sessions/index.ts";
import { settingsOperations } from "./settings/index.ts";
import { userGroupsOperations } from "./user-groups/index.ts";
import { userStatusesOperations } from "./user-statuses/index.ts";
import {
  authenticationOperations,
  avatarsOperations,
  ownAccountOperations,
  usersOperations,
} from "./users/index.ts";
import { webhooksOperations } from "./webhooks/index.ts";

/** Subject of several operations, which has a page of its own in the API's description. */
export interface Noun {
  /** As in the address of its page. */
  readonly name: string;
  readonly title: string;
  /** A sentence. */
  readonly doc: string;
  readonly operations: readonly Operation[];
}

/** All nouns in the order in which they are shown. */
export const nouns: readonly Noun[] = [
  {
    name: "messages",
    title: "Messages",
    doc: "Send, fetch, edit and delete messages, and restore deleted ones.",
    operations: [...messagesOperations, ...archiveOperations],
  },
  {
    name: "topics",
    title: "Topics",
    doc: "The topics of a channel, and what a user wants to see of them.",
    operations: [...topicsOperations, ...topicPreferencesOperations],
  },
  {
    name: "read-state",
    title: "Read state and flags",
    doc: "What has been read, starred and collapsed.",
    operations: readStateOperations,
  },
  {
    name: "reactions",
    title: "Reactions",
    doc: "Emoji on messages.",
    operations: reactionsOperations,
  },
  {
    name: "typing",
    title: "Typing",
    doc: "Tell others that somebody is typing.",
    operations: typingOperations,
  },
  {
    name: "drafts",
    title: "Drafts",
    doc: "Messages that are being written.",
    operations: draftsOperations,
  },
  {
    name: "scheduled-messages",
    title: "Scheduled messages",
    doc: "Messages that are sent later.",
    operations: scheduledMessagesOperations,
  },
  {
    name: "reminders",
    title: "Reminders",
    doc: "Messages that come back at a chosen time.",
    operations: remindersOperations,
  },
  {
    name: "files",
    title: "Files",
    doc: "Upload files, and get at those that were uploaded.",
    operations: filesOperations,
  },
  {
    name: "channels",
    title: "Channels",
    doc: "The channels of the organization, and those that new users start with.",
    operations: channelsOperations,
  },
  {
    name: "channel-folders",
    title: "Channel folders",
    doc: "Folders that channels are sorted into.",
    operations: channelFoldersOperations,
  },
  {
    name: "subscriptions",
    title: "Subscriptions",
    doc: "Who gets the messages of which channel, and how it is shown.",
    operations: subscriptionsOperations,
  },
  {
    name: "events",
    title: "Events",
    doc: "Hear of everything as it happens: register a queue, then poll it.",
    operations: eventsOperations,
  },
  {
    name: "authentication",
    title: "Authentication",
    doc: "Get the API key that all other operations ask for, and make further ones that may do less.",
    operations: authenticationOperations,
  },
  {
    name: "sessions",
    title: "Sessions and second factors",
    doc: "Where one is logged in with a browser, and what that takes beside the password.",
    operations: [...sessionsOperations, ...secondFactorsOperations],
  },
  {
    name: "users",
    title: "Users",
    doc: "The people of the organization.",
    operations: usersOperations,
  },
  {
    name: "own-account",
    title: "Own account",
    doc: "The account that the request is made with.",
    operations: ownAccountOperations,
  },
  {
    name: "avatars",
    title: "Avatars",
    doc: "Pictures of people.",
    operations: avatarsOperations,
  },
  {
    name: "presence",
    title: "Presence",
    doc: "Who is there.",
    operations: presenceOperations,
  },
  {
    name: "statuses",
    title: "Statuses",
    doc: "What people say that they are doing.",
    operations: userStatusesOperations,
  },
  {
    name: "muted-users",
    title: "Muted users",
    doc: "People of whom nothing shall be seen.",
    operations: mutedUsersOperations,
  },
  {
    name: "alert-words",
    title: "Alert words",
    doc: "Words of which a user wants to be told.",
    operations: alertWordsOperations,
  },
  {
    name: "user-groups",
    title: "User groups",
    doc: "Groups that can be mentioned, and be given permissions.",
    operations: userGroupsOperations,
  },
  {
    name: "bots",
    title: "Bots",
    doc: "Accounts of programs, and what they store.",
    operations: botsOperations,
  },
  {
    name: "webhooks",
    title: "Outgoing webhooks",
    doc: "What was sent to bots that are told of messages.",
    operations: webhooksOperations,
  },
  {
    name: "invitations",
    title: "Invitations",
    doc: "Let people into the organization.",
    operations: invitesOperations,
  },
  {
    name: "organization",
    title: "Organization",
    doc: "Settings of the whole organization.",
    operations: [...realmOperations, ...auditOperations],
  },
  {
    name: "exports",
    title: "Exports",
    doc: "Archives of everything that an organization has.",
    operations: exportsOperations,
  },
  {
    name: "emoji",
    title: "Custom emoji",
    doc: "The organization's own emoji.",
    operations: emojiOperations,
  },
  {
    name: "linkifiers",
    title: "Linkifiers",
    doc: "Patterns of text that become links.",
    operations: linkifiersOperations,
  },
  {
    name: "playgrounds",
    title: "Code playgrounds",
    doc: "Where blocks of code can be tried.",
    operations: playgroundsOperations,
  },
  {
    name: "profile-fields",
    title: "Profile fields",
    doc: "What a profile says beside a name.",
    operations: profileFieldsOperations,
  },
  {
    name: "settings",
    title: "Personal settings",
    doc: "How the server behaves towards one user.",
    operations: settingsOperations,
  },
  {
    name: "saved-snippets",
    title: "Saved snippets",
    doc: "Texts to be used again.",
    operations: savedSnippetsOperations,
  },
  {
    name: "navigation-views",
    title: "Navigation views",
    doc: "The views at the top of the left sidebar.",
    operations: navigationViewsOperations,
  },
  {
    name: "devices",
    title: "Devices",
    doc: "What a user's apps are registered as.",
    operations: devicesOperations,
  },
  {
    name: "push",
    title: "Push notifications",
    doc: "Devices that are told of messages.",
    operations: pushOperations,
  },
  {
    name: "calls",
    title: "Calls",
    doc: "Links to voice and video calls of other providers.",
    operations: callsOperations,
  },
  {
    name: "server",
    title: "Server",
    doc: "What can be asked without an account.",
    operations: serverOperations,
  },
];

/** Every operation of the public API; the gateway routes by it and the API's description is generated from it. */
export const operations: readonly Operation[] = nouns.flatMap((noun) => noun.operations);
