import { addressOf } from "../../narrow/address.ts";
import { conversationOf } from "../../state/conversation.ts";
import { namesOf } from "../../state/selectors.ts";
import type { LoadedMessage, Timeline } from "../../state/state.ts";
import { useAppContext } from "../app-context.ts";
import { channelName, topicName } from "../conversation-name.ts";
import { MessageHtml } from "./message-html.tsx";

interface ConversationLineProps {
  /** The first message below the line. */
  readonly message: LoadedMessage;
  readonly timeline: Timeline;
}

/** Says which conversation the messages below are of, and leads there: from a search to the message that was found. */
export function ConversationLine({ message, timeline }: ConversationLineProps) {
  const state = useAppContext().client.state.value;
  const conversation = conversationOf(message, state.me);
  const near = timeline.narrow.kind === "search" ? `/near/${String(message.id)}` : "";
  const address = addressOf(conversation, state) + near;
  if (conversation.kind === "direct")
    return (
      <article class="topic-line">
        <a href={address}>{namesOf(state, conversation.userIds)}</a>
      </article>
    );
  const { channelId, topic } = conversation;
  const found = timeline.found.get(message.id)?.topic ?? "";
  return (
    <article class="topic-line" style={{ "--channel": state.channels.get(channelId)?.color }}>
      <a href={address}>
        <span class="soft">
          <bdi>#{channelName(state, channelId)}</bdi> ›{" "}
        </span>
        {found === "" ? topicName(topic) : <MessageHtml html={found} />}
      </a>
    </article>
  );
}
