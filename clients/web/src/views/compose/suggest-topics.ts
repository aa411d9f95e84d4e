import { rank } from "../rank.ts";

/** Finds topics of a channel that somebody may mean. */
export function suggestTopics(written: string, topics: readonly string[]): readonly string[] {
  return rank(topics, written.trim(), { nameOf: (topic) => topic, most: 8 });
}
