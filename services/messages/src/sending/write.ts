// See docs/subsystems/messages.md, Writing.
import { packMessages, routineSource } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { isOutcomeUnknown, type Outbox, type OutboxRow } from "@team-chat/outbox";
import { runShared } from "@team-chat/work";

import { findSent } from "../queries/messages/idempotency.ts";
import {
  type DecidedMessage,
  insertMessages,
  type InsertedRow,
} from "../queries/messages/insert-messages.ts";
import type { ChannelActivity } from "./channel-activity.ts";
import { DayCount } from "./day-count.ts";
import { decide } from "./decide.ts";
import type { Draft } from "./draft.ts";
import type { GatedTransaction } from "./gated-transaction.ts";
import { loadRecipient, type RecipientSources } from "./recipient.ts";
import { takeBatch } from "./take-batch.ts";
import { hasRowsOfItsOwn, type Loaded, writeWithin, writtenId } from "./write-within.ts";

interface WriterOptions extends RecipientSources {
  readonly outbox: Outbox;
  readonly activity: ChannelActivity;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Waiting extends Loaded {
  /** Takes null when the key was used before. */
  readonly resolve: (id: number | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes messages, and decides about each just before, within the realm's commit gate: those of one realm that
 * arrive while a statement is under way go together in the next one. Nothing ever waits for company.
 */
export class MessageWriter {
  readonly #options: WriterOptions;
  readonly #dayCount: DayCount;
  /** Messages that wait for a statement, by realm. */
  #queues = new Map<number, Waiting[]>();

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#dayCount = new DayCount(options);
  }

  /**
   * Resolves with the id once the message is committed; with the first id when its idempotency key was used
   * before.
   * @throws TopicFenced when nothing was written; SERVICE_UNAVAILABLE when another process keeps the realm's
   * lease or the database does not answer; BAD_REQUEST when the organization has sent too many today
   */
  async write(draft: Draft): Promise<number> {
    const { hot, now } = this.#options;
    const { realmId, actor } = draft.realm;
    const recipient = await loadRecipient(this.#options, draft);
    const loaded = { draft, recipient, nowMs: now() };
    const id = await (hasRowsOfItsOwn(draft)
      ? this.#writeAlone(realmId, loaded)
      : this.#writeTogether(realmId, loaded));
    if (id !== null) return id;
    const key = draft.idempotencyKey ?? "";
    const first = await findSent(hot, { realmId, userId: actor.id, key });
    if (first === null) throw unsure(undefined);
    return first;
  }

  /** Writes a message in the caller's transaction (see `writeWithin`). @throws TopicFenced, BAD_REQUEST */
  async writeWithin(work: GatedTransaction, draft: Draft): Promise<number | null> {
    const recipient = await loadRecipient(this.#options, draft);
    return this.#writeCounted(work, { draft, recipient, nowMs: this.#options.now() });
  }

  async #writeCounted(work: GatedTransaction, loaded: Loaded): Promise<number | null> {
    await this.#dayCount.check(loaded.draft, 0);
    return writeWithin(work, loaded, (row) => {
      this.#dayCount.note(loaded.draft, row);
    });
  }

  /** Writes a message in a transaction of its own; what follows from it is left to the sender. */
  #writeAlone(realmId: number, loaded: Loaded): Promise<number | null> {
    return this.#options.outbox.transaction(
      realmId,
      (tx, emit) => this.#writeCounted({ tx, emit }, loaded),
      { gateFirst: true, follow: false },
    );
  }

  #writeTogether(realmId: number, loaded: Loaded): Promise<number | null> {
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    const waiting = { ...loaded, resolve, reject };
    const queue = this.#queues.get(realmId);
    if (queue) {
      queue.push(waiting);
    } else {
      const begun = [waiting];
      this.#queues.set(realmId, begun);
      // At the end of this turn, so that those that come in the same turn go together.
      setImmediate(() => void runShared(() => this.#writeAll(realmId, begun)));
    }
    return promise;
  }

  async #writeAll(realmId: number, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await this.#writeSome(realmId, queue);
    this.#queues.delete(realmId);
    // A new map instead of an emptied one: docs/optimizations.md.
    if (this.#queues.size === 0) this.#queues = new Map();
  }

  /** Settles as many of the waiting messages as fit into one statement. */
  async #writeSome(realmId: number, queue: Waiting[]): Promise<void> {
    let batch: readonly Waiting[] | undefined;
    try {
      await this.#options.outbox.exclusively(realmId, async () => {
        batch = await this.#dayCount.admit(takeBatch(queue));
        return { result: undefined, rows: await this.#writeBatch(realmId, batch) };
      });
    } catch (error) {
      // Without a batch the realm's lease was refused, to all of them alike.
      const shown = batch && !(error instanceof AppError) ? unsure(error) : error;
      for (const message of batch ?? queue.splice(0)) message.reject(shown);
    }
  }

  /**
   * Settles every message of the batch and returns the bundles that were committed. Rejects only when that is
   * not known: the outbox then finds out which rows exist.
   */
  async #writeBatch(realmId: number, batch: readonly Waiting[]): Promise<OutboxRow[]> {
    const [first] = batch;
    if (first === undefined) return [];
    try {
      const messages = batch.map(({ draft, recipient }) => decide(draft, recipient));
      const packed = packMessages(messages.map(({ event }) => event));
      const { bundle, rows } = await insertMessages(this.#options.hot, realmId, {
        messages,
        packed,
      });
      this.#dayCount.note(first.draft, rows[0]);
      const rowOf = new Map(rows.map((row) => [row.ord - 1, row]));
      const channelIds: (number | null)[] = [];
      for (const [index, decided] of messages.entries()) {
        const row = rowOf.get(index);
        if (row && row.id !== null) channelIds.push(decided.message.channelId);
        settle(batch[index], decided, row);
      }
      if (bundle === null) return [];
      const isNew = this.#options.activity.record(realmId, channelIds);
      const isRoutine = !isNew && !packed.facts.mayReachBots;
      return [isRoutine ? { ...bundle, source: routineSource } : bundle];
    } catch (error) {
      if (error instanceof AppError || isOutcomeUnknown(error)) throw error;
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
}

function settle(
  waiting: Waiting | undefined,
  decided: DecidedMessage,
  row: InsertedRow | undefined,
): void {
  try {
    waiting?.resolve(writtenId(decided, row));
  } catch (error) {
    waiting?.reject(error);
  }
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
