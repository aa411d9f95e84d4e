import { partitionOf } from "@team-chat/contract";
import { bumpEpoch, epochMark, provision } from "@team-chat/nats";
import { PeriodicTask } from "@team-chat/work";

import { compareWithStream, type StoredRow } from "./compare-with-stream.ts";
import type { Leases } from "./leases.ts";
import type { OutboxOptions } from "./outbox-options.ts";
import {
  deleteOldRows,
  findLastStored,
  listRealms,
  listRows,
  recordStored,
} from "./outbox-table.ts";
import type { Relay } from "./relay.ts";
import type { OutboxRow } from "./rows.ts";
import { isStoredAt, storedRowsSince } from "./stored-rows.ts";

const recordEveryMs = 250;
const sweepEveryMs = 1000;
const deleteEveryMs = 60_000;

interface RecoveryParts {
  readonly relay: Relay;
  readonly leases: Leases;
}

/**
 * Keeps the outbox and the stream alike, whatever dies: publishes what a process that went away left in the table, and
 * what the stream has lost (docs/adr/0001-outbox-order.md).
 */
export class Recovery {
  readonly #options: OutboxOptions;
  readonly #relay: Relay;
  readonly #leases: Leases;
  readonly #tasks: PeriodicTask[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Rows whose storing is still to be recorded. */
  #stored: StoredRow[] = [];
  /** Realms whose rows have to be looked through before anything is published again. */
  readonly #unchecked = new Set<number>();
  /** Of each partition's epoch, from before this process looked for losses. */
  #marks: readonly string[] = [];
  #recovering = false;
  /** True if the stream may have lost something, so that all realms have to be looked through. */
  #doubtsStream = false;
  /** True if something happened since the last look at the database. */
  #isAsked = false;
  #closed = false;
  /** Number of realms taken since the start that the log knows of. */
  #reportedTaken = 0;

  constructor(options: OutboxOptions, { leases, relay }: RecoveryParts) {
    this.#options = options;
    this.#relay = relay;
    this.#leases = leases;
  }

  start(): void {
    const { db, onError } = this.#options;
    this.#tasks.push(
      new PeriodicTask({ everyMs: recordEveryMs, run: () => this.#record(), onError }),
      new PeriodicTask({ everyMs: sweepEveryMs, run: () => this.#sweep(), onError }),
      new PeriodicTask({ everyMs: deleteEveryMs, run: () => deleteOldRows(db), onError }),
    );
    this.#watchConnection().catch(this.#options.onError);
    this.begin({ doubtsStream: true });
  }

  /** Records what is stored; sends nothing that is held back. The next process that takes a realm does that. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#tasks) task.stop();
    clearTimeout(this.#timer);
    await this.#relay.quietOrStalled();
    await this.#record();
  }

  /** Notes where the stream has stored a row; recorded a little later, with others. */
  noteStored({ id, realmId }: OutboxRow, sequence: number): void {
    this.#stored.push({ realmId, id, sequence });
  }

  /** Publishes what a realm's last writer has left behind, before anybody here may write. */
  async takeOver(realmId: number): Promise<void> {
    this.#options.onHistory?.(realmId, null);
    if (this.#relay.stalled.isHeld) this.#unchecked.add(realmId);
    else await this.#reconcile(realmId, false);
  }

  /** Finds out whether a commit happened: what is in the table decides, before anybody commits after it. */
  async findOut(realmId: number): Promise<void> {
    try {
      await this.takeOver(realmId);
    } catch (error) {
      this.#options.onError(error);
      this.begin({ doubtsStream: true });
    }
  }

  /**
   * Holds everything back, after a start, a lost connection or a missing acknowledgement, until it is known what
   * database and stream have; then goes on.
   */
  begin({ doubtsStream }: { readonly doubtsStream: boolean }): void {
    if (this.#closed) return;
    this.#relay.stall();
    this.#doubtsStream ||= doubtsStream;
    this.#isAsked = true;
    if (this.#recovering) return;
    this.#recovering = true;
    this.#recoverOnce().catch((error: unknown) => {
      this.#options.onError(error);
      this.#recovering = false;
      if (this.#closed) return;
      this.#timer = setTimeout(() => this.begin({ doubtsStream: false }), sweepEveryMs);
    });
  }

  async #recoverOnce(): Promise<void> {
    const { nats, streams } = this.#options;
    while (this.#isAsked) {
      this.#isAsked = false;
      if (this.#doubtsStream) await provision(nats, streams);
      await this.#leases.open();
      await this.#record();
      if (this.#doubtsStream) await this.#lookThroughAll();
      else await this.#lookThrough();
    }
    // At once, so that no realm is taken over between the last look and going on.
    this.#recovering = false;
    this.#relay.resume();
  }

  async #lookThroughAll(): Promise<void> {
    const { db, nats, streams } = this.#options;
    this.#doubtsStream = false;
    try {
      this.#marks = await Promise.all(
        Array.from({ length: streams.partitions }, (_, partition) => epochMark(nats, partition)),
      );
      for (const realmId of await listRealms(db, true)) this.#unchecked.add(realmId);
      await this.#lookThrough();
    } catch (error) {
      this.#doubtsStream = true;
      throw error;
    }
  }

  /** Looks through the unchecked realms; those that are taken over meanwhile come after these. */
  async #lookThrough(): Promise<void> {
    for (const realmId of this.#unchecked) {
      const isHeld = await this.#leases.holdIfFree(realmId);
      this.#unchecked.delete(realmId);
      if (isHeld) await this.#reconcile(realmId, true);
    }
  }

  /** Publishes the realm's rows that the stream does not have; with `verify`, also those that it has lost. */
  async #reconcile(realmId: number, verify: boolean): Promise<void> {
    const { db, nats, service } = this.#options;
    const { partitions } = this.#options.streams;
    const place = { nats, service, partitions, realmId };
    const last = verify ? await findLastStored(db, realmId) : null;
    const lost = last !== null && !(await isStoredAt(place, last));
    const pending = this.#relay.flights.idsOf(realmId);
    const rows = (await listRows(db, realmId, lost)).filter((row) => !pending.has(row.id));
    const [oldest] = rows;
    if (oldest === undefined) return;
    const stored = await storedRowsSince(place, oldest.createdAt);
    const partition = partitionOf(realmId, partitions);
    if (lost) await bumpEpoch(nats, partition, { known: this.#marks[partition] ?? "" });
    const { missing, moved } = compareWithStream(realmId, rows, stored);
    this.#stored.push(...moved);
    this.#relay.publishMissing(realmId, missing);
  }

  async #sweep(): Promise<void> {
    this.#reportTaken();
    if (this.#relay.stalled.isHeld) return;
    for (const realmId of await listRealms(this.#options.db, false)) {
      const held = this.#leases.has(realmId);
      if (held) await this.#reconcile(realmId, false);
      else await this.#leases.holdIfFree(realmId);
    }
  }

  /** Says in the log, at most once a sweep, how many realms were taken over. */
  #reportTaken(): void {
    const { log, service } = this.#options;
    const organizations = this.#leases.taken - this.#reportedTaken;
    if (organizations === 0) return;
    this.#reportedTaken += organizations;
    const details = { service, organizations, leases: this.#leases.size };
    log.info(details, "took over the writes of organizations");
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
      if (status.type === "reconnect") this.begin({ doubtsStream: true });
    }
  }
}
