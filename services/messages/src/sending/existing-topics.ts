import type { HotPool } from "@team-chat/pg";

import { hasTopicMessages } from "../queries/topics/topics.ts";

/** Most topics that are remembered. */
const maxRemembered = 50_000;

interface Topic {
  readonly realmId: number;
  readonly recipientId: number;
  readonly topic: string;
}

/**
 * Topics that have messages, so that only the first message of a topic costs a look. Topics emptied by moving and
 * deleting are forgotten here; a process that had lost the realm meanwhile may take an emptied topic for one with
 * messages, and its next message then counts as a reply.
 */
export class ExistingTopics {
  readonly #hot: HotPool;
  readonly #known = new Set<string>();

  constructor(hot: HotPool) {
    this.#hot = hot;
  }

  /** Tells whether there are messages in the topic, `receivedBy` a user or at all. */
  async has(topic: Topic, receivedBy: number | null): Promise<boolean> {
    if (receivedBy === null && this.#known.has(keyOf(topic))) return true;
    const found = await hasTopicMessages(this.#hot, topic, receivedBy);
    if (found) this.add(topic);
    return found;
  }

  add(topic: Topic): void {
    if (this.#known.size >= maxRemembered) this.#forgetOldest();
    this.#known.add(keyOf(topic));
  }

  #forgetOldest(): void {
    const [oldest = ""] = this.#known;
    this.#known.delete(oldest);
  }

  /** Forgets a topic after messages of it were moved or deleted. */
  forget(topic: Topic): void {
    this.#known.delete(keyOf(topic));
  }
}

function keyOf({ realmId, recipientId, topic }: Topic): string {
  return `${realmId}/${recipientId}/${topic.toLowerCase()}`;
}
