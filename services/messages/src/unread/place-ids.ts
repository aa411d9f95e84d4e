import { type Gap, idsWithin } from "./gaps.ts";

/** Messages of one topic. */
export interface FoundTopic {
  /** In the letter case of the newest message that is known. */
  readonly topic: string;
  /** Ascending. */
  readonly ids: number[];
  /** Of these ids those that mention everybody. */
  readonly everyone: readonly number[];
}

interface TopicIds {
  /** In the letter case of the newest message that is known. */
  topic: string;
  /** Ascending. */
  readonly ids: number[];
}

/** The ids of one recipient's messages by topic: of all of its messages from one id on, as they are at a revision of the recipient. */
export class PlaceIds {
  readonly revision: number;
  readonly from: number;
  /** The newest message that is in here. */
  to = 0;
  /** Ids in here. */
  size = 0;
  readonly #topics = new Map<string, TopicIds>();
  /** Ids of messages that mention everybody, ascending. */
  readonly #everyone: number[] = [];

  constructor(revision: number, from: number) {
    this.revision = revision;
    this.from = from;
  }

  /** Adds messages that are all newer than what is in here, up to `to`. */
  append(rows: readonly FoundTopic[], to: number): void {
    for (const { topic, ids, everyone } of rows) {
      const known = this.#topics.get(topic.toLowerCase());
      if (known) {
        known.topic = topic;
        for (const id of ids) known.ids.push(id);
      } else {
        this.#topics.set(topic.toLowerCase(), { topic, ids });
      }
      this.size += ids.length;
      this.#everyone.push(...everyone);
    }
    this.#everyone.sort((a, b) => a - b);
    this.to = to;
  }

  /** What of it lies within the gaps. */
  within(gaps: readonly Gap[]): FoundTopic[] {
    const everyone = new Set(idsWithin(this.#everyone, gaps));
    return [...this.#topics.values()].flatMap(({ topic, ids }) => {
      const found = idsWithin(ids, gaps);
      if (found.length === 0) return [];
      const calling = everyone.size === 0 ? [] : found.filter((id) => everyone.has(id));
      return [{ topic, ids: found, everyone: calling }];
    });
  }
}
