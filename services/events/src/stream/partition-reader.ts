import { setTimeout as delay } from "node:timers/promises";

import {
  type ConsumerMessages,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
  type JsMsg,
} from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { eventStreamName, partitionSubject } from "@team-chat/contract";
import { buckets, type Nats } from "@team-chat/nats";

interface ReaderOptions {
  readonly nats: Nats;
  readonly partition: number;
  /** Called for every message, in stream order, each exactly once. */
  readonly onMessage: (message: JsMsg) => void;
  /** The stream is not what it was: positions in it mean other bundles now. */
  readonly onNewEpoch: () => void;
  readonly onError: (error: unknown) => void;
}

const retryMs = 200;

/** Follows one partition's stream from its end, through lost connections and lost streams. */
export class PartitionReader {
  readonly #options: ReaderOptions;
  readonly #stopping = new AbortController();
  #messages: ConsumerMessages | undefined;
  #created = "";
  #mark: string | undefined;
  #head = 0;
  #epoch = "";
  #ready = false;
  #readyAgain = Promise.withResolvers<void>();

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Sequence of the newest message seen. */
  get head(): number {
    return this.#head;
  }

  /** Which history of the stream `head` counts in; empty until the stream was first reached. */
  get epoch(): string {
    return this.#epoch;
  }

  get ready(): boolean {
    return this.#ready && this.#epoch !== "";
  }

  /** Resolves when the stream is followed, at once if it is. */
  async whenReady(): Promise<void> {
    while (!this.ready) await this.#readyAgain.promise;
  }

  start(): void {
    this.#follow().catch(this.#options.onError);
    this.#watchConnection().catch(this.#options.onError);
    this.#watchEpoch().catch(this.#options.onError);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#messages?.close();
  }

  async #follow(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#locate();
        await this.#read();
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        this.#options.onError(error);
      }
      this.#ready = false;
      await delay(retryMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  /** Finds out where the stream stands, and whether it is still the one that `head` counts in. */
  async #locate(): Promise<void> {
    const manager = await jetstreamManager(this.#options.nats);
    const { created, state } = await manager.streams.info(eventStreamName(this.#options.partition));
    if (created === this.#created && state.last_seq >= this.#head) return;
    this.#head = state.last_seq;
    this.#created = created;
    this.#renew();
  }

  async #read(): Promise<void> {
    const { nats, onMessage, partition } = this.#options;
    const consumer = await jetstream(nats).consumers.get(eventStreamName(partition), {
      filter_subjects: partitionSubject(partition),
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: this.#head + 1,
    });
    const messages = await consumer.consume({ max_messages: 2000, idle_heartbeat: 1000 });
    this.#messages = messages;
    this.#ready = true;
    this.#announceReady();
    for await (const message of messages) {
      if (message.seq <= this.#head) continue;
      this.#head = message.seq;
      onMessage(message);
    }
  }

  /** After a reconnection the stream may be another one, or shorter: begin again by locating it. */
  async #watchConnection(): Promise<void> {
    for await (const status of this.#options.nats.status()) {
      if (this.#stopping.signal.aborted) return;
      if (status.type === "disconnect") this.#ready = false;
      if (status.type === "reconnect") this.#messages?.stop();
    }
  }

  /** The relay says here that it republished bundles which the stream had lost (docs/architecture.md, section 3). */
  async #watchEpoch(): Promise<void> {
    const epochs = await new Kvm(this.#options.nats).open(buckets.epochs);
    const key = String(this.#options.partition);
    const known = await epochs.get(key);
    this.#mark = known?.string() ?? "";
    this.#renew();
    const changes = await epochs.watch({ key });
    for await (const change of changes) {
      if (this.#stopping.signal.aborted) return;
      if (change.operation !== "PUT" || change.string() === this.#mark) continue;
      this.#mark = change.string();
      this.#renew();
    }
  }

  #announceReady(): void {
    this.#readyAgain.resolve();
    this.#readyAgain = Promise.withResolvers();
  }

  #renew(): void {
    if (this.#created === "" || this.#mark === undefined) return;
    const epoch = `${this.#created} ${this.#mark}`;
    if (epoch === this.#epoch) return;
    const known = this.#epoch !== "";
    this.#epoch = epoch;
    this.#announceReady();
    if (known) this.#options.onNewEpoch();
  }
}
