import { type DomainEvent, partitionOf } from "@team-chat/contract";
import { bumpEpoch, epochMark, provision } from "@team-chat/nats";
import { PeriodicTask, runShared } from "@team-chat/work";

import { isOutcomeUnknown } from "./commit-outcome.ts";
import { compareWithStream, type StoredRow } from "./compare-with-stream.ts";
import { Followers } from "./followers.ts";
import { KeyedMutex } from "./keyed-mutex.ts";
import { Leases } from "./leases.ts";
import type { OutboxOptions } from "./outbox-options.ts";
import {
  deleteOldRows,
  findLastStored,
  insertBundle,
  listRealms,
  listRows,
  recordStored,
} from "./outbox-table.ts";
import { Relay } from "./relay.ts";
import { type OutboxRow, renderEvents } from "./rows.ts";
import { isStoredAt, storedRowsSince } from "./stored-rows.ts";
import type { Committed, ExclusiveWork, TransactionWork } from "./transaction-work.ts";

const recordEveryMs = 250;
const sweepEveryMs = 1000;
const deleteEveryMs = 60_000;

/** Opens the outbox of a service. Dispose of it before its pool and its NATS connection. */
export function openOutbox(options: OutboxOptions): Outbox {
  const outbox = new Outbox(options);
  outbox.start();
  return outbox;
}

/** The only way to change state that others hear of; see docs/architecture.md, section 3. */
export class Outbox implements AsyncDisposable {
  /** Followers that do what follows from transactions before their callers are answered. */
  readonly followers: Followers;
  readonly #options: OutboxOptions;
  readonly #gates = new KeyedMutex();
  readonly #leases: Leases;
  readonly #relay: Relay;
  readonly #tasks: PeriodicTask[] = [];
  #recoveryTimer: NodeJS.Timeout | undefined;
  #stored: StoredRow[] = [];
  /** Realms whose rows have to be looked through before anything is published again. */
  readonly #unchecked = new Set<number>();
  /** Of each partition's epoch, from before this process looked for losses. */
  #marks: readonly string[] = [];
  #recovering = false;
  #closed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#relay = new Relay({
      ...options,
      partitions: options.streams.partitions,
      onStored: (row, sequence) =>
        this.#stored.push({ realmId: row.realmId, id: row.id, sequence }),
      onError: (error) => {
        options.onError(error);
        this.#recover();
      },
    });
    this.followers = new Followers({
      onError: options.onError,
      published: (realmId) => this.published(realmId),
    });
    this.#leases = new Leases({
      ...options,
      onAcquired: (realmId) => this.#takeOver(realmId),
      onRelease: (realmId) => this.#quiesce(realmId),
    });
  }

  start(): void {
    const { db, onError } = this.#options;
    this.#tasks.push(
      new PeriodicTask({ everyMs: recordEveryMs, run: () => this.#record(), onError }),
      new PeriodicTask({ everyMs: sweepEveryMs, run: () => this.#sweep(), onError }),
      new PeriodicTask({ everyMs: deleteEveryMs, run: () => deleteOldRows(db), onError }),
    );
    this.#watchConnection().catch(this.#options.onError);
    this.#relay.stall();
    this.#recover();
  }

  /**
   * Resolves when all that was committed here for the realm is in the stream, so that what others commit from
   * now on comes after it; or when the stream cannot be reached.
   */
  published(realmId: number): Promise<void> {
    return this.#relay.quietOrStalled(realmId);
  }

  /**
   * Runs SQL in a transaction whose events are published in commit order, and then has done by others what
   * follows from these events (see `followers`). The work may run again after a serialization failure, so it
   * contains nothing but SQL and calls of `emit`. `gateFirst` enters the commit gate before the work instead of
   * after it: needed when the work locks rows that a statement run by `exclusively` also locks, else the two
   * would wait for each other for ever. Without `follow` the caller has done by itself what follows.
   * @throws SERVICE_UNAVAILABLE when another process keeps the realm's lease.
   */
  async transaction<T>(
    realmId: number,
    work: TransactionWork<T>,
    { gateFirst = false, follow = true } = {},
  ): Promise<T> {
    const { result, events } = await this.#commit(realmId, work, gateFirst);
    if (follow && events.length > 0) await this.followers.followEvents(realmId, events);
    return result;
  }

  async #commit<T>(
    realmId: number,
    work: TransactionWork<T>,
    gateFirst: boolean,
  ): Promise<Committed<T>> {
    await this.#leases.hold(realmId);
    let leave = gateFirst ? await this.#enter(realmId) : undefined;
    // Whoever has the gate must not wait for a share of the pool that those have who wait for the gate.
    const run = gateFirst ? runShared : (open: () => Promise<Committed<T>>) => open();
    const inTransaction = () =>
      this.#options.db.transaction(async (tx) => {
        if (!gateFirst) {
          leave?.();
          leave = undefined;
        }
        const events: DomainEvent[] = [];
        const outcome = await work(tx, (event) => {
          this.#options.check?.(event);
          events.push(event);
        });
        const inserted: OutboxRow[] = [];
        if (events.length > 0) leave ??= await this.#enter(realmId);
        for (const content of renderEvents(events))
          inserted.push(await insertBundle(tx, realmId, content));
        return { result: outcome, events, rows: inserted };
      });
    try {
      const done = await run(inTransaction);
      for (const row of done.rows) {
        this.#options.onHistory?.(realmId, row.facts);
        this.#relay.publish(row);
      }
      return done;
    } catch (error) {
      if (leave && isOutcomeUnknown(error)) await this.#findOut(realmId);
      throw error;
    } finally {
      leave?.();
    }
  }

  /**
   * Runs one self-committing statement while no other transaction of the realm commits, and publishes the rows
   * it returns.
   */
  async exclusively<T>(realmId: number, work: ExclusiveWork<T>): Promise<T> {
    const leave = await this.#enter(realmId);
    try {
      const { result, rows } = await runShared(work);
      for (const row of rows) this.#relay.publish(row);
      return result;
    } catch (error) {
      if (isOutcomeUnknown(error)) await this.#findOut(realmId);
      throw error;
    } finally {
      leave();
    }
  }

  /** Resolves when everything committed here is stored in the stream. */
  settle(): Promise<void> {
    return this.#relay.quiet();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const task of this.#tasks) task.stop();
    clearTimeout(this.#recoveryTimer);
    // What is held back now nobody here sends any more; the next process that takes the realm does.
    await this.#relay.quietOrStalled();
    await this.#record();
    await this.#leases.close();
  }

  /** Enters the realm's commit gate while holding its lease, and returns how to leave it. */
  async #enter(realmId: number): Promise<() => void> {
    for (;;) {
      await this.#leases.hold(realmId);
      const leave = await this.#gates.acquire(realmId);
      if (this.#leases.has(realmId)) return leave;
      leave();
    }
  }

  /** Waits until nothing of the realm commits or flies, and keeps it so until the returned function is called. */
  async #quiesce(realmId: number): Promise<() => void> {
    const leave = await this.#gates.acquire(realmId);
    await this.#relay.quiet(realmId);
    return leave;
  }

  async #takeOver(realmId: number): Promise<void> {
    this.#options.onHistory?.(realmId, null);
    if (this.#relay.stalled) this.#unchecked.add(realmId);
    else await this.#reconcile(realmId, false);
  }

  /** Finds out whether a commit happened: what is in the table decides, before anybody commits after it. */
  async #findOut(realmId: number): Promise<void> {
    try {
      await this.#takeOver(realmId);
    } catch (error) {
      this.#options.onError(error);
      this.#recover();
    }
  }

  /** Publishes the realm's rows that the stream does not have; with `verify`, also those that it has lost. */
  async #reconcile(realmId: number, verify: boolean): Promise<void> {
    const { db, nats, service } = this.#options;
    const { partitions } = this.#options.streams;
    const place = { nats, service, partitions, realmId };
    const last = verify ? await findLastStored(db, realmId) : null;
    const lost = last !== null && !(await isStoredAt(place, last.id, last.streamSeq));
    const pending = this.#relay.pendingIds(realmId);
    const rows = (await listRows(db, realmId, lost)).filter((row) => !pending.has(row.id));
    const [oldest] = rows;
    if (oldest === undefined) return;
    const stored = await storedRowsSince(place, oldest.createdAt);
    const partition = partitionOf(realmId, partitions);
    if (lost) await bumpEpoch(nats, partition, this.#marks[partition] ?? "");
    const { missing, moved } = compareWithStream(realmId, rows, stored);
    this.#stored.push(...moved);
    this.#relay.publishMissing(realmId, missing);
  }

  /** Finds out what the stream has after a start, a lost connection or a missing acknowledgement, then goes on. */
  #recover(): void {
    if (this.#recovering || this.#closed) return;
    this.#recovering = true;
    this.#relay.stall();
    this.#recoverOnce().catch((error: unknown) => {
      this.#options.onError(error);
      this.#recovering = false;
      if (this.#closed) return;
      this.#recoveryTimer = setTimeout(() => this.#recover(), sweepEveryMs);
    });
  }

  async #recoverOnce(): Promise<void> {
    await this.#record();
    const { db, nats, streams } = this.#options;
    await provision(nats, streams);
    this.#marks = await Promise.all(
      Array.from({ length: streams.partitions }, (_, partition) => epochMark(nats, partition)),
    );
    for (const realmId of await listRealms(db, true)) this.#unchecked.add(realmId);
    // Realms that are taken over meanwhile come after these.
    for (const realmId of this.#unchecked) {
      const isHeld = await this.#leases.holdIfFree(realmId);
      this.#unchecked.delete(realmId);
      if (isHeld) await this.#reconcile(realmId, true);
    }
    // At once, so that no realm is taken over between the last look and going on.
    this.#recovering = false;
    this.#relay.resume();
  }

  async #sweep(): Promise<void> {
    if (this.#relay.stalled) return;
    for (const realmId of await listRealms(this.#options.db, false)) {
      const held = this.#leases.has(realmId);
      if (held) await this.#reconcile(realmId, false);
      else await this.#leases.holdIfFree(realmId);
    }
  }

  async #record(): Promise<void> {
    const rows = this.#stored;
    if (rows.length === 0) return;
    this.#stored = [];
    try {
      await recordStored(this.#options.db, rows);
    } catch (error) {
      this.#stored.push(...rows);
      throw error;
    }
  }

  async #watchConnection(): Promise<void> {
    for await (const status of this.#options.nats.status()) {
      if (status.type === "disconnect") this.#relay.stall();
      if (status.type === "reconnect") this.#recover();
    }
  }
}
