import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import { call, Refusal } from "../../api/call.ts";
import { listTopics } from "../../api/operations.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import type { State } from "../../state/state.ts";
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
    if (client.isSpectator) return;
    void loadTopics(channelId).then((loaded) => {
      if (loaded !== null) topics.value = loaded;
    });
  }, [channelId, newest, topics]);
  return client.isSpectator ? loadedTopics(client.state.value, channelId) : topics.value;
}

/** Lists the topics of the messages of a channel that are loaded, newest first: nobody else without an account may ask. */
function loadedTopics({ messages, timelines }: State, channelId: number): readonly string[] {
  const ids = timelines.get(narrowKey({ kind: "channel", channelId }))?.ids ?? [];
  return [...new Set(ids.toReversed().map((id) => messages.get(id)?.subject ?? ""))];
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
