import { jetstreamManager, type JsMsg, type StreamInfo } from "@nats-io/jetstream";
import { eventStreamName } from "@team-chat/contract";
import { bumpEpoch, epochMark, followEntry, type Nats } from "@team-chat/nats";
import { BatchLoader } from "@team-chat/work";

/** Somebody who reads the stream. */
interface Watching {
  readonly onDisconnect: () => void;
  /** The stream has to be located anew. */
  readonly onDoubt: () => void;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

const idHeader = "Nats-Msg-Id";

/**
 * Position of a reader in a partition's stream. It counts in one epoch
 * (docs/subsystems/events.md#epochs-when-the-stream-itself-is-lost).
 */
export class StreamPosition {
  readonly #nats: Nats;
  readonly #partition: number;
  /** Asks once for all who want to know at the same time: after a restart that is everybody who polls. */
  readonly #ends = new BatchLoader<null, number>(async () => (await this.#info()).state.last_seq);
  /** Names the stream's history, as far as the stream itself knows. */
  #history = "";
  /** The mark of the epoch. */
  #mark = "";
  #head = 0;
  /**
   * Message at `head`, undefined until one was seen. Its headers are read when they are asked for: most messages are of
   * organizations without queues here (docs/optimizations.md).
   */
  #newest: JsMsg | undefined;

  constructor(nats: Nats, partition: number) {
    this.#nats = nats;
    this.#partition = partition;
  }

  /** Sequence of the newest message seen. */
  get head(): number {
    return this.#head;
  }

  /** Epoch of the stream that `head` counts in; empty until the stream was first reached. */
  get epoch(): string {
    return this.#history === "" ? "" : `${this.#history} ${this.#mark}`;
  }

  /** Moves on to a message; tells whether it is a new one. */
  advance(message: JsMsg): boolean {
    if (message.seq <= this.#head) return false;
    this.#head = message.seq;
    this.#newest = message;
    return true;
  }

  /**
   * Finds out whether the stream is still the one that `head` counts in; if not, stands at its end from now on, in
   * another epoch. @throws while the stream cannot be reached
   */
  async locate(): Promise<void> {
    // Before the stream: a loss that is noticed by others after this is found in the stream, too.
    let mark = await epochMark(this.#nats, this.#partition);
    const { config, created, state } = await this.#info();
    const history = config.description ?? created;
    const isSame = history === this.#history;
    const isShorter = isSame && (await this.#hasLostItsEnd(state.last_seq));
    // What others have said of the same loss already is not said again.
    if (isShorter) mark = await bumpEpoch(this.#nats, this.#partition, { known: this.#mark });
    if (!isSame || mark !== this.#mark) {
      this.#head = state.last_seq;
      this.#newest = undefined;
    }
    this.#history = history;
    this.#mark = mark;
  }

  /** Finds the sequence of the newest message that the stream holds. @throws while it cannot be asked */
  findEnd(): Promise<number> {
    return this.#ends.load(null);
  }

  /** Begins to watch what may have made the stream another one, or shorter, since it was located last. */
  watch(watching: Watching): void {
    this.#watchConnection(watching).catch(watching.onError);
    this.#watchMarks(watching).catch(watching.onError);
  }

  async #watchConnection({ onDisconnect, onDoubt, signal }: Watching): Promise<void> {
    for await (const status of this.#nats.status()) {
      if (signal.aborted) return;
      if (status.type === "disconnect") onDisconnect();
      if (status.type === "reconnect") onDoubt();
    }
  }

  /**
   * Follows what the relay, or another reader, says of lost bundles (docs/architecture.md, section 3): also `head` may
   * be beyond the stream's end then.
   */
  #watchMarks({ onDoubt, onError, signal }: Watching): Promise<void> {
    const onValue = (mark: string) => {
      if (mark !== this.#mark) onDoubt();
    };
    return followEntry(this.#nats, { key: String(this.#partition), onValue, onError, signal });
  }

  /** Tells whether the last entry that was seen is gone, or another is in its place. */
  async #hasLostItsEnd(lastSequence: number): Promise<boolean> {
    if (lastSequence < this.#head) return true;
    const id = this.#newest?.headers?.get(idHeader) ?? "";
    if (id === "") return false;
    const manager = await jetstreamManager(this.#nats, { checkAPI: false });
    const found = await manager.streams.getMessage(eventStreamName(this.#partition), {
      seq: this.#head,
    });
    // Null: so old that the stream has forgotten it as it should.
    return found !== null && found.header.get(idHeader) !== id;
  }

  async #info(): Promise<StreamInfo> {
    const manager = await jetstreamManager(this.#nats, { checkAPI: false });
    return manager.streams.info(eventStreamName(this.#partition));
  }
}
