import { type BundleFacts, bundleSubject, partitionOf } from "@team-chat/contract";
import { type Nats, StreamPublisher } from "@team-chat/nats";
import { currentScope, type Scope, traced } from "@team-chat/telemetry";

import { Flights } from "./flights.ts";
import { messageId } from "./message-id.ts";
import type { OutboxLog } from "./outbox-options.ts";
import { bundleText, type OutboxRow } from "./rows.ts";
import { Stall } from "./stall.ts";

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

const ackTimeoutMs = 5000;

/**
 * Publishes rows in the order given, without waiting for one acknowledgement before the next. When an acknowledgement
 * fails to come or the connection was lost, everything not acknowledged is sent again in order before anything new; the
 * stream drops what it already has.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #publisher: StreamPublisher;
  readonly #flights = new Flights();
  readonly #stall: Stall;
  /** To be sent at the end of this turn of the event loop. */
  #unsent: OutboxRow[] = [];
  /** Counts the times everything was sent again: answers to earlier tries are then of no interest. */
  #round = 0;
  #published = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#stall = new Stall(options);
    this.#publisher = new StreamPublisher(options.nats, ackTimeoutMs);
  }

  /** Rows that are not known to be stored. */
  get flights(): Pick<Flights, "idsOf" | "rows" | "size"> {
    return this.#flights;
  }

  /** Tells whether everything is held back. */
  get stalled(): Pick<Stall, "count" | "isHeld" | "ms"> {
    return this.#stall;
  }

  /** Number of rows that the stream has stored since the start. */
  get published(): number {
    return this.#published;
  }

  /**
   * Sends the row after all that came before it, as often as it takes; at the end of this turn of the event loop, so
   * that whoever waits for the commit is answered first.
   */
  publish(row: OutboxRow): void {
    this.#flights.add(row);
    if (this.#stall.isHeld) return;
    if (this.#unsent.length === 0) setImmediate(() => this.#sendUnsent());
    this.#unsent.push(row);
  }

  /**
   * Puts rows of one realm among what waits, in the order of their ids; to be called while stalled, or for a realm that
   * has nothing waiting. What was committed just now may be among them and come again through `publish`.
   */
  publishMissing(realmId: number, rows: readonly OutboxRow[]): void {
    this.#sendUnsent();
    for (const row of rows) this.#flights.add(row);
    this.#flights.sort(realmId);
    if (!this.#stall.isHeld) for (const row of rows) this.#send(row);
  }

  /** Resolves when nothing (of the realm) waits for its acknowledgement any more. */
  quiet(realmId?: number): Promise<void> {
    return this.#flights.landed(realmId);
  }

  /** Resolves when nothing (of the realm) waits any more, or everything is held back. */
  async quietOrStalled(realmId?: number): Promise<void> {
    if (this.#stall.isHeld) return;
    await Promise.race([this.quiet(realmId), this.#stall.next]);
  }

  /** Gives up rows that turned out not to be in the database any more; to be called while stalled. */
  drop(rows: readonly OutboxRow[]): void {
    for (const row of rows) this.#flights.land(row);
  }

  /** Holds everything back until `resume`. */
  stall(): void {
    this.#stall.begin(this.#flights.size);
  }

  /** Sends everything not acknowledged again, in order, and goes on. */
  resume(): void {
    this.#stall.end(this.#flights.size);
    this.#round += 1;
    this.#unsent = [];
    for (const row of this.#flights.rows) this.#send(row);
  }

  #sendUnsent(): void {
    const rows = this.#unsent;
    this.#unsent = [];
    if (!this.#stall.isHeld) for (const row of rows) this.#send(row);
  }

  #send(row: OutboxRow): void {
    const round = this.#round;
    const scope = this.#flights.scopeOf(row);
    const stored =
      scope === undefined
        ? this.#store(row)
        : traced({ name: "publish bundle", kind: "producer", scope }, () =>
            this.#store(row, currentScope()),
          );
    stored.then(
      (sequence) => {
        if (!this.#flights.land(row)) return;
        this.#published += 1;
        this.#options.onStored(row, sequence);
      },
      (error: unknown) => {
        if (round !== this.#round || this.#stall.isHeld || !this.#flights.has(row)) return;
        this.stall();
        this.#options.onError(error);
      },
    );
  }

  /** Resolves with the sequence under which the stream has stored the row. */
  #store(row: OutboxRow, scope?: Scope): Promise<number> {
    const { service, partitions, sourceOf = () => service } = this.#options;
    const partition = partitionOf(row.realmId, partitions);
    const subject = bundleSubject(partition, row.realmId, row.source ?? sourceOf(row.facts));
    const head = { messageId: messageId(service, row), facts: row.facts, scope };
    return this.#publisher.publish(subject, bundleText(service, row), head);
  }
}
