import type {
  MailReason,
  MissedConversation,
  RealmRecord,
  TopicListener,
  UserRecord,
} from "@team-chat/contract";
import { topicPolicy } from "@team-chat/projection";

/** Reason for which somebody is notified of a message. */
export type Trigger =
  | "channel_message"
  | "direct_message"
  | "followed_topic"
  | "mention"
  | "wildcard_mention";

/** A message as somebody received it. */
export interface Reception {
  readonly settings: UserRecord["settings"];
  readonly isMentioned: boolean;
  readonly isWildcardMentioned: boolean;
  /** Wishes of the user about the topic; null for a direct message. */
  readonly listener: TopicListener | null;
}

/** Settings by which people say of what they hear in one medium. */
export interface Medium {
  /** Of direct messages and mentions. */
  readonly personal: string;
  readonly followedTopics: string;
  readonly channels: string;
  /** Returns what the user says of one channel; null for what they say of all. */
  readonly ofChannel: (listener: TopicListener) => boolean | null;
}

export const media = {
  push: {
    personal: "enable_offline_push_notifications",
    followedTopics: "enable_followed_topic_push_notifications",
    channels: "enable_stream_push_notifications",
    ofChannel: ({ pushes }) => pushes,
  },
  mail: {
    personal: "enable_offline_email_notifications",
    followedTopics: "enable_followed_topic_email_notifications",
    channels: "enable_stream_email_notifications",
    ofChannel: ({ emails }) => emails,
  },
} as const satisfies Readonly<Record<string, Medium>>;

/**
 * Returns why somebody is notified in a medium of a message that is unread for them, away or not; null when they are
 * not. What is the same in all media is decided before: who receives it, and whose messages they have muted
 * (docs/behaviour/notifications.md#who-is-notified).
 */
export function triggerOf(reception: Reception, medium: Medium): Trigger | null {
  const { isMentioned, isWildcardMentioned, listener, settings } = reception;
  const isPersonal = isOn(settings, medium.personal);
  if (listener === null) return isPersonal ? "direct_message" : null;
  if (isMentioned && isPersonal) return "mention";
  if (isWildcardMentioned && isPersonal && hearsWildcards(listener, settings))
    return "wildcard_mention";
  const follows = listener.policy === topicPolicy.followed;
  if (follows && isOn(settings, medium.followedTopics)) return "followed_topic";
  const ofChannel = medium.ofChannel(listener) ?? settings[medium.channels] === true;
  return ofChannel && !isMuted(listener) ? "channel_message" : null;
}

/** Returns for what somebody gets e-mail, as they would end it (docs/behaviour/mail.md#unsubscribing). */
export function mailReasonOf(trigger: Trigger, listener: TopicListener | null): MailReason {
  if (trigger === "followed_topic") return "followed_topics";
  if (trigger !== "channel_message") return "personal";
  return listener?.emails === true ? "channel" : "channels";
}

/** Tells whether somebody still wants e-mail for a reason; what they say of one channel is not looked at again. */
export function stillWantsMail(settings: UserRecord["settings"], reason: MailReason): boolean {
  switch (reason) {
    case "personal":
      return isOn(settings, media.mail.personal);
    case "followed_topics":
      return isOn(settings, media.mail.followedTopics);
    case "channels":
      return settings[media.mail.channels] === true;
    case "channel":
      return true;
  }
}

/**
 * Returns who has decided that e-mail shows no messages; null when it does (docs/behaviour/mail.md#missed-messages).
 */
export function contentHiddenBy(
  settings: UserRecord["settings"],
  realmSettings: RealmRecord["settings"],
): MissedConversation["hiddenBy"] {
  if (!isOn(realmSettings, "message_content_allowed_in_email_notifications")) return "organization";
  return isOn(settings, "message_content_in_email_notifications") ? null : "person";
}

/** Tells whether the user is notified although present. */
export function hearsWhilePresent(settings: UserRecord["settings"]): boolean {
  return isOn(settings, "enable_online_push_notifications");
}

function hearsWildcards(listener: TopicListener, settings: UserRecord["settings"]): boolean {
  if (
    listener.policy === topicPolicy.followed &&
    isOn(settings, "enable_followed_topic_wildcard_mentions_notify")
  )
    return true;
  return (listener.wildcards ?? isOn(settings, "wildcard_mentions_notify")) && !isMuted(listener);
}

/** A muted topic is quiet, and a muted channel as well but for the topics of it that were unmuted. */
function isMuted({ isMuted: isChannelMuted, policy }: TopicListener): boolean {
  return policy === topicPolicy.muted || (isChannelMuted && policy !== topicPolicy.unmuted);
}

/** Tells whether a setting that is on unless switched off is on; a process of an earlier release does not tell it. */
function isOn(settings: UserRecord["settings"], name: string): boolean {
  return settings[name] !== false;
}
