import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

import {
  type ConsumerMessages,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
  type JsMsg,
  type StreamInfo,
} from "@nats-io/jetstream";
import { eventStreamName, partitionSubject } from "@team-chat/contract";
import { bumpEpoch, epochMark, followEntry, type Nats } from "@team-chat/nats";

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
const idHeader = "Nats-Msg-Id";

/** Follows one partition's stream from its end, through lost connections and lost streams. */
export class PartitionReader {
  readonly #options: ReaderOptions;
  readonly #stopping = new AbortController();
  #messages: ConsumerMessages | undefined;
  /** True if the stream may be another one, or shorter, since it was last located. */
  #doubted = false;
  /** Names the stream's history in which `head` counts, as far as the stream itself knows. */
  #history = "";
  /** The mark of the epoch in which `head` counts. */
  #mark = "";
  #head = 0;
  /** Identity of the message at `head`; empty until one was seen. */
  #headId = "";
  #epoch = "";
  #ready = false;
  #readyAgain = Promise.withResolvers<void>();
  /** Resolves with the next message; nobody waits for it when it is undefined. */
  #moved: PromiseWithResolvers<void> | undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Sequence of the newest message seen. */
  get head(): number {
    return this.#head;
  }

  /** Epoch of the stream that `head` counts in; empty until the stream was first reached. */
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

  /** Resolves when `epoch` is known, at once if it is. */
  async whenLocated(): Promise<void> {
    while (this.#epoch === "") await this.#readyAgain.promise;
  }

  /**
   * Resolves when everything has been seen that the stream holds now, and otherwise after a second: it may be out of
   * reach.
   */
  async whenCaughtUp(): Promise<void> {
    const tooLate = AbortSignal.timeout(catchUpMs);
    try {
      const { state } = await this.#info();
      while (this.#head < state.last_seq && !tooLate.aborted) await this.#movesOrEnds(tooLate);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** Counts what the stream holds beyond `head`. @throws while it cannot be asked */
  async countUnread(): Promise<number> {
    const { state } = await this.#info();
    return Math.max(0, state.last_seq - this.#head);
  }

  start(): void {
    this.#follow().catch(this.#options.onError);
    this.#watchConnection().catch(this.#options.onError);
    this.#watchMarks().catch(this.#options.onError);
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
      this.#ready = false;
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Finds out where the stream stands, and whether it is still the one that `head` counts in. */
  async #locate(): Promise<void> {
    const { nats, partition } = this.#options;
    this.#doubted = false;
    // Before the stream: a loss that is noticed by others after this is found in the stream, too.
    let mark = await epochMark(nats, partition);
    const { config, created, state } = await this.#info();
    const history = config.description ?? created;
    const isSame = history === this.#history;
    const isShorter = isSame && (await this.#hasLostItsEnd(state.last_seq));
    // What others have said of the same loss already is not said again.
    if (isShorter) mark = await bumpEpoch(nats, partition, { known: this.#mark });
    if (!isSame || mark !== this.#mark) {
      this.#head = state.last_seq;
      this.#headId = "";
    }
    this.#history = history;
    this.#mark = mark;
    this.#renew();
  }

  /** Tells whether the last entry that was seen is gone, or another is in its place. */
  async #hasLostItsEnd(lastSequence: number): Promise<boolean> {
    if (lastSequence < this.#head) return true;
    if (this.#headId === "") return false;
    const manager = await jetstreamManager(this.#options.nats);
    const found = await manager.streams.getMessage(eventStreamName(this.#options.partition), {
      seq: this.#head,
    });
    // Null: so old that the stream has forgotten it as it should.
    return found !== null && found.header.get(idHeader) !== this.#headId;
  }

  async #info(): Promise<StreamInfo> {
    const manager = await jetstreamManager(this.#options.nats);
    return manager.streams.info(eventStreamName(this.#options.partition));
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
    // What made it doubtful while the consumer was being made has stopped nothing yet.
    if (this.#doubted) messages.stop();
    else this.#ready = true;
    this.#announceReady();
    for await (const message of messages) {
      if (message.seq <= this.#head) continue;
      this.#head = message.seq;
      this.#headId = message.headers?.get(idHeader) ?? "";
      onMessage(message);
      this.#moved?.resolve();
      this.#moved = undefined;
    }
  }

  async #movesOrEnds(signal: AbortSignal): Promise<void> {
    this.#moved ??= Promise.withResolvers<void>();
    await Promise.race([this.#moved.promise, once(signal, "abort")]);
  }

  /** Locates the stream anew after a reconnection, since it may be another one, or shorter. */
  async #watchConnection(): Promise<void> {
    for await (const status of this.#options.nats.status()) {
      if (this.#stopping.signal.aborted) return;
      if (status.type === "disconnect") this.#ready = false;
      if (status.type === "reconnect") this.#locateAgain();
    }
  }

  /**
   * Follows what the relay, or another reader, says of lost bundles (docs/architecture.md, section 3): also `head` may
   * be beyond the stream's end then.
   */
  #watchMarks(): Promise<void> {
    const { nats, onError, partition } = this.#options;
    const onValue = (mark: string) => {
      if (mark !== this.#mark) this.#locateAgain();
    };
    const { signal } = this.#stopping;
    return followEntry(nats, { key: String(partition), onValue, onError, signal });
  }

  #locateAgain(): void {
    this.#doubted = true;
    this.#ready = false;
    this.#messages?.stop();
  }

  #announceReady(): void {
    this.#readyAgain.resolve();
    this.#readyAgain = Promise.withResolvers();
  }

  #renew(): void {
    const epoch = `${this.#history} ${this.#mark}`;
    if (epoch === this.#epoch) return;
    const known = this.#epoch !== "";
    this.#epoch = epoch;
    this.#announceReady();
    if (known) this.#options.onNewEpoch();
  }
}
