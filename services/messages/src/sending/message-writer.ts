// See docs/subsystems/messages.md.
import { mayReachBots, talkSource } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Outbox, OutboxRow } from "@team-chat/outbox";
import type { HotPool } from "@team-chat/pg";
import { GaveUp, runShared } from "@team-chat/work";

import { findSent } from "../queries/idempotency.ts";
import {
  type BatchTexts,
  batchTexts,
  eventText,
  insertMessages,
  type InsertedRow,
  type NewMessage,
} from "../queries/insert-messages.ts";
import type { ChannelNews, SentTo } from "./channel-news.ts";
import { TopicFenced } from "./topic-fence.ts";

/** A message on its way. */
export interface OutgoingMessage {
  /** Makes what is written, just before it is: the audience is that of the message's place in the order. Must not throw. */
  readonly prepare: () => NewMessage;
  /** Length of its texts, for keeping batches small. */
  readonly chars: number;
}

interface Waiting extends OutgoingMessage {
  readonly resolve: (id: number) => void;
  readonly reject: (error: unknown) => void;
}

interface Lane {
  readonly waiting: Waiting[];
}

/** A batch must not keep the first of it waiting, and its events must fit into one bundle; of a larger one a message costs hardly less (docs/performance.md, Messages). */
const maxBatch = 64;
const maxBatchChars = 250_000;

/**
 * Writes messages: those of one realm that arrive while a statement is under way go together in the next one. Nothing ever waits for
 * company.
 */
export class MessageWriter {
  readonly #hot: HotPool;
  readonly #outbox: Outbox;
  readonly #news: ChannelNews;
  #lanes = new Map<number, Lane>();

  constructor(hot: HotPool, outbox: Outbox, news: ChannelNews) {
    this.#hot = hot;
    this.#outbox = outbox;
    this.#news = news;
  }

  /**
   * Resolves with the id once the message is committed; with the first id when its idempotency key was used before.
   * @throws SERVICE_UNAVAILABLE when another process keeps the realm's lease or the database does not answer
   */
  write(realmId: number, message: OutgoingMessage): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const waiting = { ...message, resolve, reject };
    const lane = this.#lanes.get(realmId);
    if (lane) {
      lane.waiting.push(waiting);
    } else {
      const opened: Lane = { waiting: [waiting] };
      this.#lanes.set(realmId, opened);
      // At the end of this turn, so that those that come in the same turn go together.
      setImmediate(() => void runShared(() => this.#run(realmId, opened)));
    }
    return promise;
  }

  async #run(realmId: number, lane: Lane): Promise<void> {
    while (lane.waiting.length > 0) {
      let batch: readonly Waiting[] | undefined;
      try {
        await this.#outbox.exclusively(realmId, async () => {
          batch = takeBatch(lane.waiting);
          return { result: undefined, rows: await this.#writeBatch(realmId, batch) };
        });
      } catch (error) {
        // Without a batch the realm's lease was refused, to all of them alike.
        const shown = batch && !(error instanceof GaveUp) ? unsure(error) : error;
        for (const message of batch ?? lane.waiting.splice(0)) message.reject(shown);
      }
    }
    this.#lanes.delete(realmId);
    // A new map instead of an emptied one: docs/performance.md, Messages.
    if (this.#lanes.size === 0) this.#lanes = new Map();
  }

  /**
   * Settles every message of the batch and returns the bundles that were committed. Rejects only when that is not known: the outbox then
   * finds out which rows exist.
   */
  async #writeBatch(realmId: number, batch: readonly Waiting[]): Promise<OutboxRow[]> {
    try {
      const messages = batch.map((message) => message.prepare());
      const texts = batchTexts(messages);
      const rows = await insertMessages(this.#hot, realmId, { messages, texts });
      const written = rows.map((row) => ({ row, message: messages[row.ord - 1] }));
      for (const [index, message] of batch.entries())
        this.#settle(message, { realmId, ...written[index] });
      return this.#bundlesOf(realmId, { rows, messages, texts });
    } catch (error) {
      if (!isRefusedByDatabase(error)) throw error;
      if (batch.length > 1) return this.#oneByOne(realmId, batch);
      for (const message of batch) message.reject(error);
      return [];
    }
  }

  /** So that only the message that the database refuses fails, not those it happened to travel with. */
  async #oneByOne(realmId: number, batch: readonly Waiting[]): Promise<OutboxRow[]> {
    const bundles: OutboxRow[] = [];
    for (const message of batch) bundles.push(...(await this.#writeBatch(realmId, [message])));
    return bundles;
  }

  #bundlesOf(realmId: number, { messages, rows, texts }: Batch): OutboxRow[] {
    const [first] = rows;
    if (!first || first.outbox_id === null || first.xid === null) return [];
    const written: string[] = [];
    const places: SentTo[] = [];
    for (const { id, ord, sent_at: sentAt } of rows)
      if (id !== null) {
        written.push(eventText(texts.tails[ord - 1] ?? "", id, sentAt));
        places.push({ channelId: messages[ord - 1]?.channelId ?? null, id });
      }
    const events = `[${written.join(",")}]${texts.after}`;
    const isTalk = !this.#news.take(realmId, places) && !mayReachBots(events);
    const { outbox_id: id, xid } = first;
    return [{ realmId, id, xid, events, ...(isTalk ? { source: talkSource } : {}) }];
  }

  #settle(
    waiting: Waiting,
    { realmId, row, message }: { realmId: number } & Partial<Written>,
  ): void {
    const key = message?.idempotencyKey ?? null;
    if (row?.id !== null && row?.id !== undefined) waiting.resolve(row.id);
    else if (message && row && row.fence !== null)
      waiting.reject(new TopicFenced({ ...message, fence: row.fence }));
    else if (message && key !== null)
      findSent(this.#hot, { realmId, userId: message.senderId, key }).then(
        (id) => (id === null ? waiting.reject(unsure(undefined)) : waiting.resolve(id)),
        waiting.reject,
      );
    else waiting.reject(new Error("A message was not written: its recipient does not exist."));
  }
}

/** A statement's messages with the rows that it returned. */
interface Batch {
  readonly messages: readonly NewMessage[];
  readonly texts: BatchTexts;
  readonly rows: readonly InsertedRow[];
}

interface Written {
  readonly row: InsertedRow;
  readonly message: NewMessage | undefined;
}

/** At least one message, and no more than fit into one bundle. */
function takeBatch(waiting: Waiting[]): readonly Waiting[] {
  let count = 0;
  let chars = 0;
  for (const message of waiting) {
    chars += message.chars;
    if (count === maxBatch || (count > 0 && chars > maxBatchChars)) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

/** Errors with which Postgres ends a connection: the statement may have been committed before. */
const lostContact = /^(?:08|57P)/;

/** An error that Postgres itself reported about the statement: nothing of it was kept. */
function isRefusedByDatabase(error: unknown): boolean {
  if (!(error instanceof Error && "severity" in error && "code" in error)) return false;
  return typeof error.code === "string" && !lostContact.test(error.code);
}

/** The connection broke, so that nobody knows whether the message was kept; a retry with the same idempotency key finds out. */
function unsure(cause: unknown): AppError {
  return new AppError("SERVICE_UNAVAILABLE", "The message may not have been sent.", {
    details: { "retry-after": 1 },
    cause,
  });
}
