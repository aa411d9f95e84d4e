import { type BundleFacts, bundleSubject, partitionOf } from "@team-chat/contract";
import { type Nats, StreamPublisher } from "@team-chat/nats";
import { currentScope, isTracing, type Scope, traced } from "@team-chat/telemetry";

import { messageId } from "./message-id.ts";
import type { OutboxLog } from "./outbox-options.ts";
import { bundleText, type OutboxRow } from "./rows.ts";

interface RelayOptions {
  readonly service: string;
  readonly partitions: number;
  readonly nats: Nats;
  readonly log: OutboxLog;
  readonly sourceOf?: (facts: BundleFacts | null) => string;
  /** Called for each row once the stream has stored it. */
  readonly onStored: (row: OutboxRow, sequence: number) => void;
  readonly onError: (error: unknown) => void;
}

interface Flight {
  readonly row: OutboxRow;
  /** The request that wrote it, while requests are traced. */
  readonly scope: Scope | undefined;
  readonly landing: Promise<void>;
  readonly landed: () => void;
}

const ackTimeoutMs = 5000;

/**
 * Publishes rows in the order given, without waiting for one acknowledgement before the next. When an acknowledgement
 * fails to come or the connection was lost, everything not acknowledged is sent again in order before anything new; the
 * stream drops what it already has.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #publisher: StreamPublisher;
  #flights = new Map<OutboxRow, Flight>();
  #stalled = false;
  /** Resolves when everything is held back the next time. */
  #stall = Promise.withResolvers<void>();
  /** To be sent at the end of this turn of the event loop. */
  #unsent: OutboxRow[] = [];
  /** Counts the times everything was sent again: answers to earlier tries are then of no interest. */
  #round = 0;
  #published = 0;
  #stalls = 0;
  #stalledAt = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#publisher = new StreamPublisher(options.nats, ackTimeoutMs);
  }

  get stalled(): boolean {
    return this.#stalled;
  }

  /** Number of rows that are not known to be stored. */
  get size(): number {
    return this.#flights.size;
  }

  /** Number of rows that the stream has stored since the start. */
  get published(): number {
    return this.#published;
  }

  /** Number of times that everything was held back since the start. */
  get stalls(): number {
    return this.#stalls;
  }

  /** Time for which everything has been held back by now, in ms; 0 while rows go out. */
  get stalledMs(): number {
    return this.#stalled ? performance.now() - this.#stalledAt : 0;
  }

  /**
   * Sends the row after all that came before it, as often as it takes; at the end of this turn of the event loop, so
   * that whoever waits for the commit is answered first.
   */
  publish(row: OutboxRow): void {
    this.#add(row);
    if (this.#stalled) return;
    if (this.#unsent.length === 0) setImmediate(() => this.#sendUnsent());
    this.#unsent.push(row);
  }

  /**
   * Puts rows of one realm among what waits, in the order of their ids; to be called while stalled, or for a realm that
   * has nothing waiting. What was committed just now may be among them and come again through `publish`.
   */
  publishMissing(realmId: number, rows: readonly OutboxRow[]): void {
    this.#sendUnsent();
    for (const row of rows) this.#add(row);
    const waiting = [...this.#flights.values()].filter(({ row }) => row.realmId === realmId);
    for (const flight of waiting.toSorted((a, b) => a.row.id - b.row.id)) {
      this.#flights.delete(flight.row);
      this.#flights.set(flight.row, flight);
    }
    if (!this.#stalled) for (const row of rows) this.#send(row);
  }

  /** Resolves when nothing (of the realm) waits for its acknowledgement any more. */
  async quiet(realmId?: number): Promise<void> {
    const landings = [...this.#flights.values()]
      .filter(({ row }) => realmId === undefined || row.realmId === realmId)
      .map((flight) => flight.landing);
    await Promise.all(landings);
  }

  /** Lists the ids of the realm's rows that are not known to be stored. */
  pendingIds(realmId: number): ReadonlySet<number> {
    const ids = new Set<number>();
    for (const { row } of this.#flights.values()) if (row.realmId === realmId) ids.add(row.id);
    return ids;
  }

  /** Lists the rows that are not known to be stored. */
  get waiting(): readonly OutboxRow[] {
    return [...this.#flights.keys()];
  }

  /** Gives up rows that turned out not to be in the database any more; to be called while stalled. */
  drop(rows: readonly OutboxRow[]): void {
    for (const row of rows) {
      this.#flights.get(row)?.landed();
      this.#flights.delete(row);
    }
  }

  /** Resolves when nothing (of the realm) waits any more, or everything is held back. */
  async quietOrStalled(realmId?: number): Promise<void> {
    if (this.#stalled) return;
    await Promise.race([this.quiet(realmId), this.#stall.promise]);
  }

  /** Holds everything back until `resume`. */
  stall(): void {
    if (!this.#stalled) {
      this.#stalls += 1;
      this.#stalledAt = performance.now();
      const { log, service } = this.#options;
      const details = { service, rows: this.#flights.size };
      const message = "publishing is held back until database and stream have been compared";
      // Every process begins like that.
      if (this.#stalls === 1) log.info(details, message);
      else log.warn(details, message);
    }
    this.#stalled = true;
    this.#stall.resolve();
  }

  /** Sends everything not acknowledged again, in order, and goes on. */
  resume(): void {
    const { log, service } = this.#options;
    const details = { service, rows: this.#flights.size, ms: Math.round(this.stalledMs) };
    log.info(details, "publishing goes on after it was held back");
    this.#stalled = false;
    this.#stall = Promise.withResolvers<void>();
    this.#round += 1;
    this.#unsent = [];
    for (const { row } of this.#flights.values()) this.#send(row);
  }

  #add(row: OutboxRow): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const scope = isTracing() ? currentScope() : undefined;
    this.#flights.set(row, { row, scope, landing: promise, landed: resolve });
  }

  #sendUnsent(): void {
    const rows = this.#unsent;
    this.#unsent = [];
    if (!this.#stalled) for (const row of rows) this.#send(row);
  }

  #send(row: OutboxRow): void {
    const { service, partitions, sourceOf = () => service } = this.#options;
    const round = this.#round;
    const partition = partitionOf(row.realmId, partitions);
    const subject = bundleSubject(partition, row.realmId, row.source ?? sourceOf(row.facts));
    const head = { messageId: messageId(service, row), facts: row.facts };
    const publish = (by: Scope | undefined) =>
      this.#publisher.publish(subject, bundleText(service, row), { ...head, scope: by });
    const scope = this.#flights.get(row)?.scope;
    const stored =
      scope === undefined
        ? publish(undefined)
        : traced({ name: "publish bundle", kind: "producer", scope }, () =>
            publish(currentScope()),
          );
    stored.then(
      (sequence) => {
        const flight = this.#flights.get(row);
        if (!flight) return;
        this.#flights.delete(row);
        // A new map instead of an emptied one: docs/performance.md#what-stays-because-it-pays.
        if (this.#flights.size === 0) this.#flights = new Map();
        this.#published += 1;
        this.#options.onStored(row, sequence);
        flight.landed();
      },
      (error: unknown) => {
        if (round !== this.#round || this.#stalled || !this.#flights.has(row)) return;
        this.stall();
        this.#options.onError(error);
      },
    );
  }
}
