import type { TopicIdsRow } from "../../queries/read-state/unread.ts";
import { type Gap, IdList, type IdStretch, idsWithin } from "./id-list.ts";

/** A recipient where a user has something unread. */
export interface RecipientRow {
  readonly recipientId: number;
  readonly channelId: number | null;
  readonly participants: readonly number[] | null;
  /** Changes whenever its messages change otherwise than by new ones. */
  readonly revision: number;
  /** The newest message there. */
  readonly newest: number;
  /** Unread ranges up to the newest message: lower and upper bounds in turns, separated by commas. */
  readonly gaps: string;
}

/** Messages of one topic that somebody looks for. */
export interface TopicStretch {
  /** In the letter case of the newest message that is known. */
  readonly topic: string;
  /** At least one. */
  readonly ids: IdStretch;
}

/** Messages of one recipient that somebody looks for. */
export interface IdsByTopic {
  readonly topics: readonly TopicStretch[];
  /** Of these ids those that mention everybody, in no particular order. */
  readonly everyone: readonly number[];
}

interface TopicIds {
  /** In the letter case of the newest message that is known. */
  topic: string;
  readonly ids: IdList;
}

/**
 * The ids of one recipient's messages by topic: of all of its messages from one id on, as they are at a revision of the
 * recipient.
 */
export class RecipientIds {
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
  append(rows: readonly TopicIdsRow[], to: number): void {
    for (const { topic, ids, everyone } of rows) {
      this.#add(topic, ids);
      for (const id of everyone) this.#everyone.push(id);
    }
    this.#everyone.sort((a, b) => a - b);
    this.to = to;
  }

  /** Adds all of the same recipient that is newer than what is in here. */
  appendAll(later: RecipientIds): void {
    for (const { topic, ids } of later.#topics.values()) this.#add(topic, ids.slice());
    for (const id of later.#everyone) this.#everyone.push(id);
    this.to = later.to;
  }

  /** Returns its ids within the gaps. */
  within(gaps: readonly Gap[]): IdsByTopic {
    const topics: TopicStretch[] = [];
    for (const { topic, ids: all } of this.#topics.values()) {
      const ids = all.within(gaps);
      if (ids.length > 0) topics.push({ topic, ids });
    }
    return { topics, everyone: idsWithin(this.#everyone, gaps) };
  }

  #add(topic: string, ids: readonly number[]): void {
    const key = topic.toLowerCase();
    const known = this.#topics.get(key);
    if (known === undefined) this.#topics.set(key, { topic, ids: new IdList(ids) });
    else {
      known.topic = topic;
      known.ids.push(ids);
    }
    this.size += ids.length;
  }
}

/** Message ids of the most recently used recipients; never more ids together than `maxIds`. */
export class RecipientCache {
  readonly #maxIds: number;
  readonly #places = new Map<number, RecipientIds>();
  #ids = 0;

  constructor(maxIds: number) {
    this.#maxIds = maxIds;
  }

  /** Recipient ids are unique over all realms. */
  find(recipientId: number): RecipientIds | undefined {
    const found = this.#places.get(recipientId);
    if (found) {
      this.#places.delete(recipientId);
      this.#places.set(recipientId, found);
    }
    return found;
  }

  /** Remembers a place unless something newer is known of it. */
  keep(recipientId: number, place: RecipientIds): void {
    const before = this.#places.get(recipientId);
    if (before && before.revision > place.revision) return;
    this.#forget(recipientId);
    this.#places.set(recipientId, place);
    this.#ids += place.size;
    this.#shrink();
  }

  /** Notes that a remembered recipient has grown. */
  grew(count: number): void {
    this.#ids += count;
    this.#shrink();
  }

  #forget(recipientId: number): void {
    const known = this.#places.get(recipientId);
    if (!known) return;
    this.#ids -= known.size;
    this.#places.delete(recipientId);
  }

  #shrink(): void {
    for (const recipientId of this.#places.keys()) {
      if (this.#ids <= this.#maxIds) return;
      this.#forget(recipientId);
    }
  }
}
