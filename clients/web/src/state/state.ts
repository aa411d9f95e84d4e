import type {
  ChannelFolderObject,
  ChannelObject,
  channelsEvent,
  DraftObject,
  FetchedMessage,
  Message,
  messagesEvent,
  ProfileFieldObject,
  SubscriptionObject,
  userGroupObject,
  UserObject,
  usersEvent,
  UserStatus,
} from "@team-chat/contract";
import type { z } from "zod";

import type { Conversation, Narrow } from "./conversation.ts";

/** A channel that one may see; with own settings when one is subscribed to it. */
export type Channel = ChannelObject &
  Partial<SubscriptionObject> & { readonly isSubscribed: boolean };

/** A message of which some are loaded. */
export type LoadedMessage = Pick<FetchedMessage, keyof Message | "flags">;

/** Unread messages of one conversation. */
export interface Unread {
  readonly conversation: Conversation;
  /** Ascending. */
  readonly ids: readonly number[];
}

/** A group of people. */
export type Group = z.infer<typeof userGroupObject>;

/** Whom a permission is for: a group, or people and groups. */
export type GroupSetting = Group["can_join_group"];

/** What somebody shows beside the name; parts that are not set are absent. */
export type Status = UserStatus;

/** When somebody was seen; UNIX seconds. */
interface Presence {
  /** The last time that the person did something; 0 for never. */
  readonly activeAt: number;
  /** The last time that a client of the person ran; 0 for never. */
  readonly idleAt: number;
}

/** What the organization is and allows. */
interface Organization {
  readonly name: string;
  readonly iconUrl: string;
  readonly maxMessageLength: number;
  readonly maxTopicLength: number;
  readonly maxUploadMib: number;
  /** Whether administrators alone change people's names, addresses and pictures. */
  readonly areNamesFixed: boolean;
  readonly areEmailsFixed: boolean;
  readonly areAvatarsFixed: boolean;
  /** True where the organization shows nobody's presence. */
  readonly isPresenceDisabled: boolean;
  /** Who may do what, by the names that changes of it have. */
  readonly permissions: Readonly<Record<string, GroupSetting>>;
  /** What administrators set (`organization-settings.ts`), by the names that changes of it have. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether senders may edit, and for how long; null without limit. */
  readonly allowsEditing: boolean;
  readonly editLimitSeconds: number | null;
  /** How long senders may delete; null without limit. */
  readonly deleteLimitSeconds: number | null;
  /** Whether people see what a message was before. */
  readonly showsHistory: boolean;
  /** Whether people see who has read a message. */
  readonly showsReaders: boolean;
}

/** An emoji of the organization. */
interface CustomEmoji {
  /** The person who added it. */
  readonly author_id: number;
  readonly id: string;
  readonly name: string;
  readonly source_url: string;
  readonly deactivated: boolean;
}

/** Everything that this client knows; only `apply` makes the next one. */
export interface State {
  /** The person whose client it is; 0 without an account. */
  readonly me: number;
  readonly organization: Organization;
  readonly people: ReadonlyMap<number, UserObject>;
  readonly groups: ReadonlyMap<number, Group>;
  /** By id of person; whoever shows nothing is absent. */
  readonly statuses: ReadonlyMap<number, Status>;
  /** By id of person, as far as it was asked for or told. */
  readonly presences: ReadonlyMap<number, Presence>;
  /** Who is writing, by key of conversation. */
  readonly typing: ReadonlyMap<string, readonly number[]>;
  /** In the order in which profiles have them. */
  readonly profileFields: readonly ProfileFieldObject[];
  /**
   * In the order of their names, which is kept for the next visit with them: the first name that is compared takes the
   * browser 15 ms, which the first frame would wait for.
   */
  readonly channels: ReadonlyMap<number, Channel>;
  readonly folders: readonly ChannelFolderObject[];
  /** By `topicKey`: 1 muted, 2 unmuted, 3 followed. */
  readonly topicPolicies: ReadonlyMap<string, number>;
  readonly mutedPeople: ReadonlySet<number>;
  /** By key of conversation. */
  readonly unread: ReadonlyMap<string, Unread>;
  /** Unread messages that mention oneself. */
  readonly mentions: ReadonlySet<number>;
  /** Direct conversations by key, with the newest message. */
  readonly directs: ReadonlyMap<string, RecentDirect>;
  readonly drafts: ReadonlyMap<number, DraftObject>;
  readonly customEmoji: Readonly<Record<string, CustomEmoji>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly messages: ReadonlyMap<number, LoadedMessage>;
  /** By key of narrow. */
  readonly timelines: ReadonlyMap<string, Timeline>;
}

/** A direct conversation that there is, with its newest message. */
export interface RecentDirect {
  readonly userIds: readonly number[];
  readonly newestId: number;
}

/** Messages of a narrow that are loaded without a gap. */
export interface Timeline {
  readonly narrow: Narrow;
  /** Ascending. */
  readonly ids: readonly number[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  /** The first unread message when it was opened, above which a line stands; null for none. */
  readonly firstUnread: number | null;
  /** True when events were missed, so that it must be loaded again. */
  readonly isStale: boolean;
  /** What was found in messages, by id; empty for what is no search for words. */
  readonly found: ReadonlyMap<number, Highlights>;
}

/** A message in which what was searched for is marked, as HTML. */
export interface Highlights {
  readonly content: string;
  readonly topic: string;
}

type Described = z.infer<typeof channelsEvent | typeof messagesEvent | typeof usersEvent>;

/** A message event in the form that queues give it. */
interface MessageEvent {
  readonly type: "message";
  readonly message: Message;
  readonly flags: readonly string[];
  readonly local_message_id?: string;
}

/** People who are back, or gone; by id. */
interface PresenceEvent {
  readonly type: "presence";
  readonly presences: Readonly<
    Record<string, { readonly active_timestamp: number; readonly idle_timestamp: number }>
  >;
}

type Edited = Extract<Described, { readonly type: "update_message" }>;

/** An event of the server, in the form in which this client's queue gives it. */
export type ServerEvent =
  | Exclude<Described, { readonly type: "message" | "presence" | "update_message" }>
  | MessageEvent
  | PresenceEvent
  | (Edited & { readonly flags: readonly string[] })
  | { readonly type: "heartbeat" };

/** Keys of the initial data that this client asks for. */
export interface InitialData {
  /** Null for people without an account. */
  readonly queue_id: string | null;
  readonly last_event_id: number;
  readonly user_id: number;
  readonly realm_name: string;
  readonly realm_icon_url: string;
  readonly max_message_length: number;
  readonly max_topic_length: number;
  readonly max_file_upload_size_mib: number;
  readonly realm_allow_message_editing: boolean;
  readonly realm_message_content_edit_limit_seconds: number | null;
  readonly realm_message_content_delete_limit_seconds: number | null;
  readonly realm_allow_edit_history: boolean;
  readonly realm_enable_read_receipts: boolean;
  readonly event_queue_longpoll_timeout_seconds: number;
  readonly realm_name_changes_disabled: boolean;
  readonly realm_email_changes_disabled: boolean;
  readonly realm_avatar_changes_disabled: boolean;
  readonly realm_presence_disabled: boolean;
  readonly realm_user_groups: readonly Group[];
  readonly user_status: Readonly<Record<string, Status>>;
  readonly custom_profile_fields: readonly ProfileFieldObject[];
  readonly realm_users: readonly UserObject[];
  readonly realm_non_active_users: readonly UserObject[];
  readonly cross_realm_bots: readonly UserObject[];
  readonly subscriptions: readonly SubscriptionObject[];
  readonly unsubscribed: readonly SubscriptionObject[];
  readonly never_subscribed: readonly ChannelObject[];
  readonly channel_folders: readonly ChannelFolderObject[];
  readonly user_topics: readonly {
    readonly stream_id: number;
    readonly topic_name: string;
    readonly visibility_policy: number;
  }[];
  readonly muted_users: readonly { readonly id: number }[];
  readonly unread_msgs: UnreadSummary;
  readonly recent_private_conversations: readonly {
    readonly max_message_id: number;
    readonly user_ids: readonly number[];
  }[];
  readonly drafts: readonly DraftObject[];
  readonly realm_emoji: Readonly<Record<string, CustomEmoji>>;
  readonly user_settings: Readonly<Record<string, unknown>>;
}

/** What is unread, as the initial data lists it (docs/behaviour/unread.md#unread-summary). */
export interface UnreadSummary {
  readonly streams: readonly (Listed & { readonly stream_id: number; readonly topic: string })[];
  readonly pms: readonly (Listed & { readonly other_user_id: number })[];
  readonly huddles: readonly (Listed & { readonly user_ids_string: string })[];
  readonly mentions: readonly number[];
}

interface Listed {
  readonly unread_message_ids: readonly number[];
}
