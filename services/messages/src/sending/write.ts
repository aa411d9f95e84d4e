// See docs/subsystems/messages.md, Writing.
import { messageEvent, packMessages, routineSource } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Outbox, OutboxRow } from "@team-chat/outbox";
import type { HotPool } from "@team-chat/pg";
import { GaveUp, runShared } from "@team-chat/work";

import type { Recipients } from "../domain/recipients.ts";
import { findSent } from "../queries/messages/idempotency.ts";
import {
  type DecidedMessage,
  eventText,
  type InsertedRow,
  insertMessages,
  insertMessageWithin,
} from "../queries/messages/insert-messages.ts";
import { insertSubmessage } from "../queries/messages/submessages.ts";
import type { ChannelActivity } from "./channel-activity.ts";
import { decide } from "./decide.ts";
import type { Draft } from "./draft.ts";
import type { GatedTransaction } from "./gated-transaction.ts";
import { linkFiles } from "./link-files.ts";
import { type LoadedRecipient, loadRecipient } from "./load.ts";
import { TopicFenced } from "./topic-fence.ts";

interface WriterOptions {
  readonly hot: HotPool;
  readonly outbox: Outbox;
  readonly recipients: Pick<Recipients, "ofChannel" | "ofUsers">;
  readonly activity: ChannelActivity;
}

interface Loaded {
  readonly draft: Draft;
  readonly recipient: LoadedRecipient;
}

interface Waiting extends Loaded {
  /** Takes null when the key was used before. */
  readonly resolve: (id: number | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Bundle that a statement wrote into the outbox. */
interface WrittenBundle {
  readonly content: Pick<OutboxRow, "events" | "facts">;
  /** Of each message; null for a direct one. */
  readonly channelIds: readonly (number | null)[];
}

interface Lane {
  readonly waiting: Waiting[];
}

/**
 * A batch must not keep the first of it waiting, and its events must fit into one bundle; of a larger one a
 * message costs hardly less (docs/performance.md#what-stays-because-it-pays).
 */
const maxBatch = 64;
const maxBatchChars = 250_000;

/**
 * Writes messages, and decides about each just before, within the realm's commit gate: those of one realm that
 * arrive while a statement is under way go together in the next one. Nothing ever waits for company.
 */
export class MessageWriter {
  readonly #options: WriterOptions;
  #lanes = new Map<number, Lane>();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /**
   * Resolves with the id once the message is committed; with the first id when its idempotency key was used
   * before.
   * @throws TopicFenced when nothing was written; SERVICE_UNAVAILABLE when another process keeps the realm's
   * lease or the database does not answer
   */
  async write(draft: Draft): Promise<number> {
    const { hot } = this.#options;
    const { realmId, actor } = draft.realm;
    const recipient = await loadRecipient(this.#options, draft);
    const id = await this.#queue(realmId, { draft, recipient });
    if (id !== null) return id;
    const key = draft.idempotencyKey ?? "";
    const first = await findSent(hot, { realmId, userId: actor.id, key });
    if (first === null) throw unsure(undefined);
    return first;
  }

  /**
   * Writes a message in the caller's transaction, with the rows that belong to it, and emits its events.
   * Returns null when its key was used before: then nothing was written. @throws TopicFenced
   */
  async writeWithin(work: GatedTransaction, draft: Draft): Promise<number | null> {
    const recipient = await loadRecipient(this.#options, draft);
    return writeWithin(work, { draft, recipient });
  }

  #queue(realmId: number, loaded: Loaded): Promise<number | null> {
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    const waiting = { ...loaded, resolve, reject };
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
    for (let [next] = lane.waiting; next; [next] = lane.waiting) {
      if (hasRowsOfItsOwn(next)) {
        lane.waiting.shift();
        await this.#writeInTransaction(realmId, next);
      } else await this.#writeTogether(realmId, lane);
    }
    this.#lanes.delete(realmId);
    // A new map instead of an emptied one: docs/performance.md#what-stays-because-it-pays.
    if (this.#lanes.size === 0) this.#lanes = new Map();
  }

  /**
   * Settles the message. What follows from it is left to the sender, so that the next message need not wait.
   */
  async #writeInTransaction(realmId: number, message: Waiting): Promise<void> {
    try {
      const id = await this.#options.outbox.transaction(
        realmId,
        (tx, emit) => writeWithin({ tx, emit }, message),
        { gateFirst: true, follow: false },
      );
      message.resolve(id);
    } catch (error) {
      message.reject(error);
    }
  }

  /** Settles as many of the waiting messages as fit into one statement. */
  async #writeTogether(realmId: number, lane: Lane): Promise<void> {
    let batch: readonly Waiting[] | undefined;
    try {
      await this.#options.outbox.exclusively(realmId, async () => {
        batch = takeBatch(lane.waiting);
        return { result: undefined, rows: await this.#writeBatch(realmId, batch) };
      });
    } catch (error) {
      // Without a batch the realm's lease was refused, to all of them alike.
      const shown = batch && !(error instanceof GaveUp) ? unsure(error) : error;
      for (const message of batch ?? lane.waiting.splice(0)) message.reject(shown);
    }
  }

  /**
   * Settles every message of the batch and returns the bundles that were committed. Rejects only when that is
   * not known: the outbox then finds out which rows exist.
   */
  async #writeBatch(realmId: number, batch: readonly Waiting[]): Promise<OutboxRow[]> {
    try {
      const messages = batch.map(({ draft, recipient }) => decide(draft, recipient));
      const packed = packMessages(messages.map(({ event }) => event));
      const rows = await insertMessages(this.#options.hot, realmId, { messages, packed });
      const rowOf = new Map(rows.map((row) => [row.ord - 1, row]));
      for (const [index, message] of messages.entries())
        settle(batch[index], message, rowOf.get(index));
      const written = rows.flatMap(({ id, ord, sent_at: sentAt }) =>
        id === null ? [] : [{ id, sentAt, index: ord - 1 }],
      );
      const events = written.map((one) => eventText(packed.tails[one.index] ?? "", one));
      const channelIds = written.map(({ index }) => messages[index]?.message.channelId ?? null);
      const content = { events: `[${events.join(",")}]${packed.after}`, facts: packed.facts };
      return this.#bundlesOf(realmId, rows, { content, channelIds });
    } catch (error) {
      if (!isRefusedByDatabase(error)) throw error;
      if (batch.length > 1) return this.#oneByOne(realmId, batch);
      for (const message of batch) message.reject(error);
      return [];
    }
  }

  /**
   * Writes messages one by one, so that only the message that the database refuses fails, not those it happened to
   * travel with.
   */
  async #oneByOne(realmId: number, batch: readonly Waiting[]): Promise<OutboxRow[]> {
    const bundles: OutboxRow[] = [];
    for (const message of batch) bundles.push(...(await this.#writeBatch(realmId, [message])));
    return bundles;
  }

  #bundlesOf(
    realmId: number,
    rows: readonly InsertedRow[],
    { channelIds, content }: WrittenBundle,
  ): OutboxRow[] {
    const [first] = rows;
    if (!first || first.outbox_id === null || first.xid === null) return [];
    const isNew = this.#options.activity.record(realmId, channelIds);
    const isRoutine = !isNew && content.facts?.mayReachBots === false;
    const { outbox_id: id, term, xid } = first;
    return [
      { realmId, id, xid, term, ...content, ...(isRoutine ? { source: routineSource } : {}) },
    ];
  }
}

async function writeWithin(
  { tx, emit }: GatedTransaction,
  { draft, recipient }: Loaded,
): Promise<number | null> {
  const { realm, rendered, widget } = draft;
  const { realmId, actor } = realm;
  const message = decide(draft, recipient);
  const row = await insertMessageWithin(tx, realmId, message);
  const id = idOf(message, row);
  if (id === null || row === undefined) return null;
  const submessage = {
    msg_type: "widget",
    content: widget ?? "",
    message_id: id,
    sender_id: actor.id,
  };
  const submessages = widget === null ? [] : [await insertSubmessage(tx, realmId, submessage)];
  emit(messageEvent(message.event, { id, timestamp: row.sent_at, submessages }));
  if (rendered.uploads.length > 0)
    await linkFiles({ tx, emit }, realm, { messageId: id, uploads: rendered.uploads });
  return id;
}

/** Tells whether a message brings more rows than the statement writes: a submessage, or links to files. */
function hasRowsOfItsOwn({ draft: { rendered, widget } }: Loaded): boolean {
  return widget !== null || rendered.uploads.length > 0;
}

function settle(
  waiting: Waiting | undefined,
  message: DecidedMessage,
  row: InsertedRow | undefined,
): void {
  try {
    waiting?.resolve(idOf(message, row));
  } catch (error) {
    waiting?.reject(error);
  }
}

/** Returns the id of a message that was written; null when its key was used before. @throws TopicFenced */
function idOf(
  { idempotencyKey, message }: DecidedMessage,
  row: InsertedRow | undefined,
): number | null {
  if (row === undefined || (row.id === null && row.fence === null && idempotencyKey === null))
    throw new Error("A message was not written: its recipient does not exist.");
  if (row.fence !== null) throw new TopicFenced({ ...message, fence: row.fence });
  return row.id;
}

/** Takes a batch: at least one message, and no more than fit into one bundle. */
function takeBatch(waiting: Waiting[]): readonly Waiting[] {
  let count = 0;
  let chars = 0;
  for (const message of waiting) {
    const { content, rendered } = message.draft;
    chars += content.length + rendered.html.length;
    const isFull = count === maxBatch || chars > maxBatchChars || hasRowsOfItsOwn(message);
    if (count > 0 && isFull) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

/** Errors with which Postgres ends a connection: the statement may have been committed before. */
const lostContact = /^(?:08|57P)/;

/** Tells whether Postgres itself reported the error about the statement: then nothing of it was kept. */
function isRefusedByDatabase(error: unknown): boolean {
  if (!(error instanceof Error && "severity" in error && "code" in error)) return false;
  return typeof error.code === "string" && !lostContact.test(error.code);
}

/**
 * Refuses a send whose connection broke, so that nobody knows whether the message was kept; a retry with the same
 * idempotency key finds out.
 */
function unsure(cause: unknown): AppError {
  return new AppError("SERVICE_UNAVAILABLE", "The message may not have been sent.", {
    details: { "retry-after": 1 },
    cause,
  });
}
