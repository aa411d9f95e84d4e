import type { TopicListener, UserRecord } from "@team-chat/contract";
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

/**
 * Returns why somebody is notified of a message that is unread for them, away or not; null when they are not. What does
 * not concern pushes is decided before: who receives it, and whose messages they have muted
 * (docs/behaviour/notifications.md#who-is-notified).
 */
export function triggerOf(reception: Reception): Trigger | null {
  const { isMentioned, isWildcardMentioned, listener, settings } = reception;
  const isPersonal = isOn(settings, "enable_offline_push_notifications");
  if (listener === null) return isPersonal ? "direct_message" : null;
  if (isMentioned && isPersonal) return "mention";
  if (isWildcardMentioned && isPersonal && hearsWildcards(listener, settings))
    return "wildcard_mention";
  const follows = listener.policy === topicPolicy.followed;
  if (follows && isOn(settings, "enable_followed_topic_push_notifications"))
    return "followed_topic";
  const ofChannel = listener.pushes ?? settings["enable_stream_push_notifications"] === true;
  return ofChannel && !isMuted(listener) ? "channel_message" : null;
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
