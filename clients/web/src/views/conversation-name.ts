import type { Narrow } from "../state/conversation.ts";
import { namesOf } from "../state/selectors.ts";
import type { State } from "../state/state.ts";
import { t } from "../texts/texts.ts";

/** Shows a topic; the empty one has a name. */
export function topicName(topic: string): string {
  return topic === "" ? t("topic.general") : topic;
}

/** Shows a channel's name. */
export function channelName(state: State, channelId: number): string {
  return state.channels.get(channelId)?.name ?? "?";
}

/** Names what the pane shows in one line. */
export function narrowName(state: State, narrow: Narrow): string {
  if (narrow.kind === "search") return t("search.title");
  if (narrow.kind === "direct") return namesOf(state, narrow.userIds);
  const channel = `#${channelName(state, narrow.channelId)}`;
  return narrow.kind === "channel" ? channel : `${channel} › ${topicName(narrow.topic)}`;
}
