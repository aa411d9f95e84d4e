import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import { call, Refusal } from "../../api/call.ts";
import { listTopics } from "../../api/operations.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import { useDesk } from "../use-client.ts";

/** Returns the topics of a channel, newest first; empty until they are loaded, and while they cannot be. */
export function useTopics(channelId: number): readonly string[] {
  const { client } = useDesk();
  const topics = useMemo(() => signal<readonly string[]>([]), [channelId]);
  // A message in a topic that is not listed, or one that is moved, changes the list.
  const newest = client.state.value.timelines
    .get(narrowKey({ kind: "channel", channelId }))
    ?.ids.at(-1);
  useEffect(() => {
    void loadTopics(channelId).then((loaded) => {
      if (loaded !== null) topics.value = loaded;
    });
  }, [channelId, newest, topics]);
  return topics.value;
}

/** Loads the topics of a channel, newest first; null while they cannot be. */
export async function loadTopics(channelId: number): Promise<readonly string[] | null> {
  try {
    const asked = { stream_id: channelId, allow_empty_topic_name: true };
    return (await call(listTopics, asked)).topics.map(({ name }) => name);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
