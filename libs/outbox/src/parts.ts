import { followEntry, parseTerm, termKey } from "@team-chat/nats";
import { KeyedMutex, PeriodicTask } from "@team-chat/work";

import { Leases } from "./leases.ts";
import { measureOutbox } from "./outbox-metrics.ts";
import type { OutboxOptions } from "./outbox-options.ts";
import { Recovery } from "./recovery.ts";
import { Relay } from "./relay.ts";
import { Terms } from "./terms/terms.ts";

const checkDurabilityEveryMs = 60_000;
/** Looks for idle leases in the time after which one is idle. */
const idleLooks = 10;

/** Parts of an outbox, which tell each other what happens. */
export class OutboxParts implements AsyncDisposable {
  /** Commit gates, by realm. */
  readonly gates = new KeyedMutex();
  readonly leases: Leases;
  readonly relay: Relay;
  /** For what a process that died, or a lost stream, has left behind. */
  readonly recovery: Recovery;
  readonly #options: OutboxOptions;
  readonly #terms: Terms;
  readonly #stopping = new AbortController();
  readonly #tasks: PeriodicTask[] = [];

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.relay = new Relay({
      ...options,
      layout: options.streams.layout,
      onStored: (row, sequence) => this.recovery.noteStored(row, sequence),
      onHeldBack: (realmId) => this.recovery.urge(realmId),
      onError: (error) => {
        options.onError(error);
        this.recovery.begin({ doubtsStream: true });
      },
    });
    this.#terms = new Terms({
      ...options,
      layout: options.streams.layout,
      waiting: () => this.relay.flights.rows,
      drop: (rows) => this.relay.drop(rows),
    });
    this.leases = new Leases({
      ...options,
      onConnected: (client) => this.#terms.prove(client),
      onLost: () => this.recovery.begin({ doubtsStream: false }),
      onAcquired: (realmId) => this.recovery.takeOver(realmId),
      onRelease: (realmId) => this.#quiesce(realmId),
      isBusy: (realmId) => this.relay.flights.hasRealm(realmId),
    });
    this.recovery = new Recovery(options, { relay: this.relay, leases: this.leases });
  }

  start(): void {
    const { db, leases, metrics, onError } = this.#options;
    const parts = { db, relay: this.relay, leases: this.leases, leaseLimits: leases };
    measureOutbox(metrics, parts);
    this.#followTerms().catch(onError);
    const checkDurability = () => this.leases.use((client) => this.#terms.reportDurability(client));
    this.#tasks.push(
      new PeriodicTask({ everyMs: checkDurabilityEveryMs, run: checkDurability, onError }),
      new PeriodicTask({
        everyMs: leases.idleMs / idleLooks,
        run: () => this.leases.releaseIdle(),
        onError,
      }),
    );
    this.recovery.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    for (const task of this.#tasks) task.stop();
    await this.recovery.close();
    await this.leases.close();
  }

  /**
   * Waits until nothing of the realm commits or flies, and keeps it so until the returned function is called. Null when
   * its rows cannot be published now.
   */
  async #quiesce(realmId: number): Promise<(() => void) | null> {
    const leave = await this.gates.acquire(realmId);
    await this.relay.quietOrStalled(realmId);
    this.relay.handOverRefused(realmId);
    if (!this.relay.flights.hasRealm(realmId)) return leave;
    leave();
    return null;
  }

  /** Looks again at the server as soon as another process has begun a term: it may have been left by everybody. */
  #followTerms(): Promise<void> {
    const { nats, onError, service } = this.#options;
    return followEntry(nats, {
      key: termKey(service),
      onValue: (value) => {
        if (this.#terms.hear(parseTerm(value).term)) this.leases.drop();
      },
      onError,
      signal: this.#stopping.signal,
    });
  }
}
