import {
  type BundleFacts,
  bundleSubject,
  isKnown,
  type Layout,
  partitionOf,
} from "@team-chat/contract";
import { excessOf, type Nats, StreamPublisher } from "@team-chat/nats";
import { currentScope, type Scope, traced } from "@team-chat/telemetry";

import { Flights } from "./flights.ts";
import { HoldBack } from "./hold-back.ts";
import { messageId } from "./message-id.ts";
import type { OutboxLog } from "./outbox-options.ts";
import { bundleText, type OutboxRow } from "./rows.ts";

interface RelayOptions {
  readonly service: string;
  readonly layout: Layout;
  readonly nats: Nats;
  readonly log: OutboxLog;
  readonly sourceOf?: (facts: BundleFacts | null) => string;
  /** Called for each row once the stream has stored it. */
  readonly onStored: (row: OutboxRow, sequence: number) => void;
  /** Called for each row that is held back like everything else. */
  readonly onHeldBack: (realmId: number) => void;
  readonly onError: (error: unknown) => void;
}

const ackTimeoutMs = 5000;

/**
 * Publishes rows in the order given, without waiting for one acknowledgement before the next. When an acknowledgement
 * fails to come or the connection was lost, everything is held back. Then the realms go on one by one, each with
 * everything not acknowledged, in order, before anything new; the stream drops what it already has. A row that is
 * larger than the server takes holds back its realm only, until everything is held back the next time.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #publisher: StreamPublisher;
  readonly #flights = new Flights();
  readonly #held: HoldBack;
  /** To be sent at the end of this turn of the event loop. */
  #unsent: OutboxRow[] = [];
  #published = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#held = new HoldBack(options.log);
    this.#publisher = new StreamPublisher(options.nats, ackTimeoutMs);
  }

  /** Rows that are not known to be stored. */
  get flights(): Pick<Flights, "hasRealm" | "idsOf" | "realms" | "rows" | "size"> {
    return this.#flights;
  }

  /** The realms that are held back. */
  get held(): Pick<HoldBack, "count" | "isForAll" | "isHeld" | "ms" | "refused" | "round"> {
    return this.#held;
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
    if (this.#held.isRefused(row.realmId)) {
      this.#flights.stopWaiting(row.realmId);
      return;
    }
    if (this.#held.isHeld(row.realmId)) {
      this.#options.onHeldBack(row.realmId);
      return;
    }
    if (this.#unsent.length === 0) setImmediate(() => this.#sendUnsent());
    this.#unsent.push(row);
  }

  /**
   * Puts rows of one realm among what waits, in the order of their ids; to be called while the realm is held back, or
   * has nothing waiting. What was committed just now may be among them and come again through `publish`.
   */
  publishMissing(realmId: number, rows: readonly OutboxRow[]): void {
    this.#sendUnsent();
    for (const row of rows) this.#flights.add(row);
    this.#flights.sort(realmId);
    for (const row of rows) this.#send(row);
  }

  /** Resolves when nothing (of the realm) waits for its acknowledgement any more. */
  quiet(realmId?: number): Promise<void> {
    return this.#flights.landed(realmId);
  }

  /** Resolves when nothing (of the realm) waits any more, or it is held back. */
  async quietOrStalled(realmId?: number): Promise<void> {
    if (realmId === undefined ? this.#held.isForAll : this.#held.isHeld(realmId)) return;
    await this.#held.untilHeld(this.quiet(realmId));
  }

  /** Gives up rows that turned out not to be in the database any more; to be called while everything is held back. */
  drop(rows: readonly OutboxRow[]): void {
    for (const row of rows) this.#flights.land(row);
  }

  /** Leaves the rows of a realm that is held back by itself in the table, to whoever takes it over. */
  handOverRefused(realmId: number): void {
    if (this.#held.forgetRefused(realmId)) this.drop(this.#flights.of(realmId));
  }

  /** Holds everything back until `resume`, each realm until `open`. */
  stall(): void {
    this.#unsent = [];
    this.#held.begin(this.#flights.size);
  }

  /** Sends what is not acknowledged of a realm again, in order, and goes on with it while all others are held back. */
  open(realmId: number): void {
    const rows = this.#flights.of(realmId);
    if (!this.#held.open(realmId, rows.length)) return;
    for (const row of rows) this.#send(row);
  }

  /** Goes on with all realms. */
  resume(): void {
    const rows = this.#flights.rows.filter(({ realmId }) => this.#held.isHeld(realmId));
    this.#held.end(rows.length);
    for (const row of rows) this.#send(row);
  }

  #sendUnsent(): void {
    const rows = this.#unsent;
    this.#unsent = [];
    for (const row of rows) this.#send(row);
  }

  /** Sends the row, unless its realm is held back. */
  #send(row: OutboxRow): void {
    if (this.#held.isHeld(row.realmId)) return;
    const text = bundleText(this.#options.service, row);
    if (this.#isRefused(row, text)) return;
    const { round } = this.#held;
    const scope = this.#flights.scopeOf(row);
    const stored =
      scope === undefined
        ? this.#store(row, text)
        : traced({ name: "publish bundle", kind: "producer", scope }, () =>
            this.#store(row, text, currentScope()),
          );
    stored.then(
      (sequence) => {
        if (!this.#flights.land(row)) return;
        this.#published += 1;
        this.#options.onStored(row, sequence);
      },
      (error: unknown) => {
        if (round !== this.#held.round || !this.#flights.has(row)) return;
        this.stall();
        this.#options.onError(error);
      },
    );
  }

  /** Resolves with the sequence under which the stream has stored the row. */
  #store(row: OutboxRow, text: string, scope?: Scope): Promise<number> {
    const { service, layout, sourceOf = () => service } = this.#options;
    const partition = partitionOf(row.realmId, layout);
    const subject = bundleSubject(partition, row.realmId, row.source ?? sourceOf(row.facts));
    const committedAt = this.#flights.committedAtOf(row);
    const head = { messageId: messageId(service, row), facts: row.facts, committedAt, scope };
    return this.#publisher.publish(subject, text, head);
  }

  /**
   * Tells whether the server does not take the row, or it is not known where it belongs; holds back its realm then, so
   * that nothing overtakes it.
   */
  #isRefused({ facts, id, realmId }: OutboxRow, text: string): boolean {
    const { layout, log, nats } = this.#options;
    const excess = excessOf(nats, text, facts);
    const isLost = !isKnown(realmId, layout);
    if (excess === null && !isLost) return false;
    this.#held.refuse(realmId);
    this.#flights.stopWaiting(realmId);
    // The process ends, and says why.
    if (isLost) return true;
    log.error(
      { realmId, row: id, ...excess },
      "NATS does not take a bundle that is larger than its max_payload: events of one organization are held back until it does",
    );
    return true;
  }
}
