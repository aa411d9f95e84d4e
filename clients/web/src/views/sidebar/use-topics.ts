import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import { call, Refusal } from "../../api/call.ts";
import { listTopics } from "../../api/operations.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import type { State } from "../../state/state.ts";
import { useAppContext } from "../app-context.ts";

/** Returns the topics of a channel, newest first; empty until they are loaded, and while they cannot be. */
export function useTopics(channelId: number): readonly string[] {
  const { client } = useAppContext();
  const topics = useMemo(() => signal<readonly string[]>([]), [channelId]);
  const newest = newestTopic(client.state.value, channelId);
  const first = newest?.toLowerCase();
  useEffect(() => {
    if (client.isSpectator || (first !== undefined && topics.peek()[0]?.toLowerCase() === first))
      return;
    void loadTopics(channelId).then((loaded) => {
      if (loaded !== null) topics.value = loaded;
    });
  }, [channelId, first, topics]);
  if (client.isSpectator) return loadedTopics(client.state.value, channelId);
  if (newest === undefined || topics.value.length === 0) return topics.value;
  return [newest, ...topics.value.filter((one) => one.toLowerCase() !== first)];
}

/** Returns the topic of the newest message of a channel, where that is loaded. */
function newestTopic({ messages, timelines }: State, channelId: number): string | undefined {
  const timeline = timelines.get(narrowKey({ kind: "channel", channelId }));
  const isCurrent = timeline?.foundNewest === true && !timeline.isStale;
  return isCurrent ? messages.get(timeline.ids.at(-1) ?? 0)?.subject : undefined;
}

/** Lists the topics of the messages of a channel that are loaded, newest first: nobody else without an account may ask. */
function loadedTopics({ messages, timelines }: State, channelId: number): readonly string[] {
  const ids = timelines.get(narrowKey({ kind: "channel", channelId }))?.ids ?? [];
  return [...new Set(ids.toReversed().map((id) => messages.get(id)?.subject ?? ""))];
}

/** Loads that are under way: several views ask for the topics of a channel when it is opened. */
const underWay = new Map<number, Promise<readonly string[] | null>>();

/** Loads the topics of a channel, newest first; null while they cannot be. */
export function loadTopics(channelId: number): Promise<readonly string[] | null> {
  const load =
    underWay.get(channelId) ??
    fetchTopics(channelId).finally(() => {
      underWay.delete(channelId);
    });
  underWay.set(channelId, load);
  return load;
}

async function fetchTopics(channelId: number): Promise<readonly string[] | null> {
  try {
    const asked = { stream_id: channelId, allow_empty_topic_name: true };
    return (await call(listTopics, asked)).topics.map(({ name }) => name);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
