import { setTimeout as delay } from "node:timers/promises";

import { type ConsumerMessages, DeliverPolicy, jetstream, type JsMsg } from "@nats-io/jetstream";
import { eventStreamName, partitionSubject } from "@team-chat/contract";
import type { Nats } from "@team-chat/nats";

import { ReaderProgress } from "./reader-progress.ts";
import { StreamPosition } from "./stream-position.ts";

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
  /** For those who want to know how far it has come, or wait for it. */
  readonly progress: ReaderProgress;
  readonly #options: ReaderOptions;
  readonly #position: StreamPosition;
  readonly #stopping = new AbortController();
  #messages: ConsumerMessages | undefined;
  /** True if the stream may be another one, or shorter, since it was last located. */
  #doubted = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#position = new StreamPosition(options.nats, options.partition);
    this.progress = new ReaderProgress(this.#position, options.onError);
  }

  start(): void {
    const { onError } = this.#options;
    this.#follow().catch(onError);
    const onDisconnect = () => {
      this.progress.ready = false;
    };
    const onDoubt = () => {
      this.#doubted = true;
      this.progress.ready = false;
      this.#messages?.stop();
    };
    this.#position.watch({ onDisconnect, onDoubt, onError, signal: this.#stopping.signal });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#messages?.close();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#locate();
        await this.#read();
      } catch (error) {
        if (signal.aborted) return;
        this.#options.onError(error);
      }
      this.progress.ready = false;
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #locate(): Promise<void> {
    const before = this.#position.epoch;
    this.#doubted = false;
    await this.#position.locate();
    if (this.#position.epoch === before) return;
    this.progress.announce();
    if (before !== "") this.#options.onNewEpoch();
  }

  async #read(): Promise<void> {
    const { nats, onMessage, partition } = this.#options;
    const consumer = await jetstream(nats).consumers.get(eventStreamName(partition), {
      filter_subjects: partitionSubject(partition),
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: this.#position.head + 1,
    });
    const messages = await consumer.consume({
      max_messages: 2000,
      idle_heartbeat: 1000,
      // An iterator would take a few turns of microtasks for each of them: docs/optimizations.md.
      callback: (message) => {
        if (!this.#position.advance(message)) return;
        onMessage(message);
        this.progress.announce();
      },
    });
    this.#messages = messages;
    // What made it doubtful while the consumer was being made has stopped nothing yet.
    if (this.#doubted) messages.stop();
    else this.progress.ready = true;
    this.progress.announce();
    const error = await messages.closed();
    if (error) throw error;
  }
}
