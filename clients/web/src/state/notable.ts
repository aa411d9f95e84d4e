import { topicKey } from "./conversation.ts";
import { isTopicMuted, topicPolicies } from "./selectors.ts";
import type { LoadedMessage, State } from "./state.ts";

/** Settings that decide of each kind of notification. */
const settingNames = {
  desktop: {
    personal: "enable_desktop_notifications",
    followed: "enable_followed_topic_desktop_notifications",
    channels: "enable_stream_desktop_notifications",
    channel: "desktop_notifications",
  },
  sound: {
    personal: "enable_sounds",
    followed: "enable_followed_topic_audible_notifications",
    channels: "enable_stream_audible_notifications",
    channel: "audible_notifications",
  },
} as const;

/**
 * Tells whether a message that has arrived is shown as a notification, or heard, while the client is open: by the
 * settings for that, as the server decides by those for pushes (docs/behaviour/notifications.md#who-is-notified).
 */
export function isNotable(
  state: State,
  message: LoadedMessage,
  kind: keyof typeof settingNames = "desktop",
): boolean {
  const names = settingNames[kind];
  const { flags, sender_id: sender } = message;
  if (sender === state.me || flags.includes("read")) return false;
  const isPersonal = isOn(state, names.personal);
  if (message.type !== "stream") return isPersonal;
  // `mentioned` is also said of groups, and `wildcard_mentioned` of every kind of wildcard.
  if (isPersonal && flags.includes("mentioned")) return true;
  const { stream_id: channelId = 0, subject: topic } = message;
  const channel = state.channels.get(channelId);
  const isFollowed = state.topicPolicies.get(topicKey(channelId, topic)) === topicPolicies.followed;
  const isMuted = isTopicMuted(state, channelId, topic);
  if (isPersonal && isWildcard(flags)) {
    if (isFollowed && isOn(state, "enable_followed_topic_wildcard_mentions_notify")) return true;
    const isWanted = channel?.wildcard_mentions_notify ?? isOn(state, "wildcard_mentions_notify");
    if (isWanted && !isMuted) return true;
  }
  if (isFollowed && isOn(state, names.followed)) return true;
  const isOfChannel = channel?.[names.channel] ?? isOn(state, names.channels);
  return isOfChannel && !isMuted;
}

function isWildcard(flags: readonly string[]): boolean {
  return flags.some((flag) => flag.endsWith("wildcard_mentioned"));
}

function isOn({ settings }: State, name: string): boolean {
  return settings[name] === true;
}
