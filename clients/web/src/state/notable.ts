import { topicKey } from "./conversation.ts";
import { isTopicMuted, topicPolicies } from "./selectors.ts";
import type { LoadedMessage, State } from "./state.ts";

/**
 * Tells whether a message that has arrived is shown as a notification while the client is open: by the settings for the
 * desktop, as the server decides by those for pushes (docs/behaviour/notifications.md#who-is-notified).
 */
export function isNotable(state: State, message: LoadedMessage): boolean {
  const { flags, sender_id: sender } = message;
  if (sender === state.me || flags.includes("read")) return false;
  const isPersonal = isOn(state, "enable_desktop_notifications");
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
  if (isFollowed && isOn(state, "enable_followed_topic_desktop_notifications")) return true;
  const isOfChannel =
    channel?.desktop_notifications ?? isOn(state, "enable_stream_desktop_notifications");
  return isOfChannel && !isMuted;
}

function isWildcard(flags: readonly string[]): boolean {
  return flags.some((flag) => flag.endsWith("wildcard_mentioned"));
}

function isOn({ settings }: State, name: string): boolean {
  return settings[name] === true;
}
