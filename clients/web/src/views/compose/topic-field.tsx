import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";

import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { useTopics } from "../sidebar/use-topics.ts";
import { suggestTopics } from "./suggest-topics.ts";

interface TopicFieldProps {
  readonly channelId: number;
  readonly topic: Signal<string>;
}

/** Asks for a topic: one that there is, which is proposed, or a new one. */
export function TopicField({ channelId, topic }: TopicFieldProps) {
  const listId = useId();
  const { maxTopicLength } = useAppContext().client.state.value.organization;
  const topics = suggestTopics(
    topic.value,
    useTopics(channelId).filter((one) => one !== ""),
  );
  return (
    <>
      <input
        class="topic-field"
        list={listId}
        value={topic.value}
        maxLength={maxTopicLength}
        aria-label={t("compose.topic")}
        placeholder={t("compose.topicHint")}
        onInput={(event) => {
          topic.value = event.currentTarget.value;
        }}
      />
      <datalist id={listId}>
        {topics.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}
