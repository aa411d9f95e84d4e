import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

import { type ConsumerMessages, DeliverPolicy, jetstream, type JsMsg } from "@nats-io/jetstream";
import { eventStreamName, partitionSubject } from "@team-chat/contract";
import type { Nats } from "@team-chat/nats";

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
/** Whoever does not want to wait for events waits at most so long for those that are there already. */
const catchUpMs = 1000;

/** Follows one partition's stream from its end, through lost connections and lost streams. */
export class PartitionReader {
  readonly #options: ReaderOptions;
  readonly #position: StreamPosition;
  readonly #stopping = new AbortController();
  #messages: ConsumerMessages | undefined;
  /** True if the stream may be another one, or shorter, since it was last located. */
  #doubted = false;
  #isFollowed = false;
  /** Resolves with the next message, or change of the reader's state; nobody waits for it when it is undefined. */
  #next: PromiseWithResolvers<void> | undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#position = new StreamPosition(options.nats, options.partition);
  }

  /** Sequence of the newest message seen. */
  get head(): number {
    return this.#position.head;
  }

  /** Epoch of the stream that `head` counts in; empty until the stream was first reached. */
  get epoch(): string {
    return this.#position.epoch;
  }

  /** True while the stream is followed. */
  get ready(): boolean {
    return this.#isFollowed;
  }

  /** Resolves when the stream is followed, at once if it is. */
  async whenReady(): Promise<void> {
    while (!this.ready) await this.#change();
  }

  /** Resolves when `epoch` is known, at once if it is. */
  async whenLocated(): Promise<void> {
    while (this.epoch === "") await this.#change();
  }

  /**
   * Resolves when everything has been seen that the stream holds now, and otherwise after a second: it may be out of
   * reach.
   */
  async whenCaughtUp(): Promise<void> {
    const tooLate = AbortSignal.timeout(catchUpMs);
    const end = once(tooLate, "abort");
    try {
      const last = await this.#position.findEnd();
      while (this.head < last && !tooLate.aborted) await Promise.race([this.#change(), end]);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** Counts what the stream holds beyond `head`. @throws while it cannot be asked */
  async countUnread(): Promise<number> {
    return Math.max(0, (await this.#position.findEnd()) - this.head);
  }

  start(): void {
    const { onError } = this.#options;
    this.#follow().catch(onError);
    const onDisconnect = () => {
      this.#isFollowed = false;
    };
    const onDoubt = () => {
      this.#doubted = true;
      this.#isFollowed = false;
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
      this.#isFollowed = false;
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #locate(): Promise<void> {
    const before = this.epoch;
    this.#doubted = false;
    await this.#position.locate();
    if (this.epoch === before) return;
    this.#announce();
    if (before !== "") this.#options.onNewEpoch();
  }

  async #read(): Promise<void> {
    const { nats, onMessage, partition } = this.#options;
    const consumer = await jetstream(nats).consumers.get(eventStreamName(partition), {
      filter_subjects: partitionSubject(partition),
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: this.head + 1,
    });
    const messages = await consumer.consume({ max_messages: 2000, idle_heartbeat: 1000 });
    this.#messages = messages;
    // What made it doubtful while the consumer was being made has stopped nothing yet.
    if (this.#doubted) messages.stop();
    else this.#isFollowed = true;
    this.#announce();
    for await (const message of messages) {
      if (!this.#position.advance(message)) continue;
      onMessage(message);
      this.#announce();
    }
  }

  #change(): Promise<void> {
    this.#next ??= Promise.withResolvers<void>();
    return this.#next.promise;
  }

  #announce(): void {
    this.#next?.resolve();
    this.#next = undefined;
  }
}
