import { partitionOf } from "@team-chat/contract";
import { bumpEpoch, epochMark, provision } from "@team-chat/nats";
import { KeyedMutex, PeriodicTask } from "@team-chat/work";

import { compareWithStream, type StoredRow } from "./compare-with-stream.ts";
import { inParallel } from "./in-parallel.ts";
import type { Leases } from "./leases.ts";
import type { OutboxOptions } from "./outbox-options.ts";
import {
  deleteOldRows,
  isKept,
  type LastStored,
  listLastStored,
  listRows,
  listUnpublished,
  recordStored,
} from "./outbox-table.ts";
import type { Relay } from "./relay.ts";
import type { OutboxRow } from "./rows.ts";
import { isStoredAt, storedRowsSince } from "./stored-rows.ts";
import { type Unchecked, UncheckedRealms } from "./unchecked-realms.ts";

const recordEveryMs = 250;
const sweepEveryMs = 1000;
/** Rows that nobody has recorded as stored for so long were left by a process that is gone. */
const leftAfterMs = 1000;
/** Fewer than what the pools of the database and the stream can bear beside requests. */
const realmsAtOnce = 32;
const deleteEveryMs = 60_000;
const reportEveryMs = 60_000;

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
  readonly #unchecked = new UncheckedRealms();
  /** Realms that are being looked through. */
  readonly #looking = new Set<number>();
  readonly #reconciling = new KeyedMutex();
  /** Of each realm, the last row that the stream should have. */
  readonly #lastStored = new Map<number, LastStored>();
  /** Of each partition's epoch, from before this process looked for losses. */
  #marks: readonly string[] = [];
  #recovering = false;
  /** True if the stream may have lost something, so that all realms have to be looked through. */
  #doubtsStream = false;
  /** True if something happened since the last look at the database. */
  #isAsked = false;
  #closed = false;
  /** Number of realms taken since the start that the log knows of, and when it last heard. */
  #reported = { taken: 0, at: -reportEveryMs };

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
    if (this.#relay.held.isHeld(realmId)) this.urge(realmId);
    else await this.#reconcile(realmId, false);
  }

  /** Has a realm that is held back looked through before others, because somebody writes in it. */
  urge(realmId: number): void {
    if (!this.#looking.has(realmId)) this.#unchecked.add({ realmId, reason: "waiting" });
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
   * database and stream have. Each realm goes on as soon as this is known of it.
   */
  begin({ doubtsStream }: { readonly doubtsStream: boolean }): void {
    if (this.#closed) return;
    this.#relay.stall();
    for (const realmId of this.#relay.flights.realms)
      this.#unchecked.add({ realmId, reason: "waiting" });
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
    let round = this.#relay.held.round;
    while (this.#isAsked || (round === this.#relay.held.round && !this.#unchecked.isEmpty)) {
      this.#isAsked = false;
      round = this.#relay.held.round;
      if (this.#doubtsStream) await provision(this.#options.nats, this.#options.streams);
      await this.#leases.open();
      await this.#record();
      if (this.#doubtsStream) await this.#doubtStreams();
      await this.#lookThrough(round);
    }
    // At once, so that no realm is taken over between the last look and going on.
    this.#recovering = false;
    // Else the connection was lost meanwhile: everything begins again when it is back.
    if (round !== this.#relay.held.round) return;
    this.#doubtsStream = false;
    this.#lastStored.clear();
    this.#relay.resume();
  }

  /**
   * Notes what the streams should have. A partition that has lost its end gets another epoch before anything goes on.
   */
  async #doubtStreams(): Promise<void> {
    const { db, nats, streams } = this.#options;
    this.#marks = await Promise.all(
      Array.from({ length: streams.layout.streams }, (_, partition) => epochMark(nats, partition)),
    );
    for (const realmId of await listUnpublished(db, 0))
      this.#unchecked.add({ realmId, reason: "unpublished" });
    this.#lastStored.clear();
    const newest = new Map<number, LastStored>();
    for (const last of await listLastStored(db)) {
      const { realmId, streamSeq } = last;
      this.#unchecked.add({ realmId, reason: "kept" });
      this.#lastStored.set(realmId, last);
      const partition = partitionOf(realmId, streams.layout);
      if (streamSeq > (newest.get(partition)?.streamSeq ?? 0)) newest.set(partition, last);
    }
    await Promise.all([...newest.values()].map((last) => this.#hasLost(last)));
  }

  /** Looks through the unchecked realms, many at once, as long as nothing is held back once more. */
  #lookThrough(round: number): Promise<void> {
    const next = () => (round === this.#relay.held.round ? this.#unchecked.take() : undefined);
    return inParallel(next, realmsAtOnce, (unchecked) => this.#lookAt(unchecked, round));
  }

  async #lookAt(unchecked: Unchecked, round: number): Promise<void> {
    const { reason, realmId } = unchecked;
    this.#looking.add(realmId);
    try {
      const last = this.#lastStored.get(realmId);
      const hasLost = last !== undefined && (await this.#hasLost(last));
      if (reason === "kept" && !hasLost) return;
      if (await this.#leases.holdIfFree(realmId)) await this.#reconcile(realmId, hasLost);
      if (round === this.#relay.held.round) this.#relay.open(realmId);
      else this.#unchecked.add(unchecked);
    } catch (error) {
      this.#unchecked.add(unchecked);
      throw error;
    } finally {
      this.#looking.delete(realmId);
    }
  }

  /** Tells whether the stream has lost the row, and gives the partition another epoch then, unless somebody has. */
  async #hasLost(last: LastStored): Promise<boolean> {
    const { db, nats, service, streams } = this.#options;
    const { layout } = streams;
    const { realmId } = last;
    if (await isStoredAt({ nats, service, layout, realmId }, last)) return false;
    // Of an organization that is being deleted both go, the row first.
    if (!(await isKept(db, last))) return false;
    const partition = partitionOf(realmId, layout);
    await bumpEpoch(nats, partition, { known: this.#marks[partition] ?? "" });
    return true;
  }

  /** Publishes the realm's rows that the stream does not have; with `hasLost`, also those that it had. */
  async #reconcile(realmId: number, hasLost: boolean): Promise<void> {
    const done = await this.#reconciling.acquire(realmId);
    try {
      const { db, nats, service, streams } = this.#options;
      const { layout } = streams;
      const pending = this.#relay.flights.idsOf(realmId);
      const rows = (await listRows(db, realmId, hasLost)).filter((row) => !pending.has(row.id));
      const [oldest] = rows;
      if (oldest === undefined) return;
      const place = { nats, service, layout, realmId };
      const stored = await storedRowsSince(place, oldest.createdAt);
      const { missing, moved } = compareWithStream(realmId, rows, stored);
      this.#stored.push(...moved);
      this.#relay.publishMissing(realmId, missing);
    } finally {
      done();
    }
  }

  /** Publishes what others have left, and what was forgotten here. */
  async #sweep(): Promise<void> {
    this.#reportTaken();
    if (this.#relay.held.isForAll) return;
    const realms = (await listUnpublished(this.#options.db, leftAfterMs)).values();
    const next = () => realms.next().value;
    await inParallel(next, realmsAtOnce, async (realmId) => {
      if (this.#relay.held.isHeld(realmId)) return;
      if (this.#leases.has(realmId)) await this.#reconcile(realmId, false);
      else await this.#leases.holdIfFree(realmId);
    });
  }

  /** Says in the log, at most once a minute, how many realms were taken over. */
  #reportTaken(): void {
    const { log } = this.#options;
    const { taken } = this.#leases;
    const organizations = taken - this.#reported.taken;
    const now = performance.now();
    if (organizations === 0 || now - this.#reported.at < reportEveryMs) return;
    this.#reported = { taken, at: now };
    const details = { organizations, leases: this.#leases.size };
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
