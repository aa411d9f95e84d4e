import { keyRing } from "@team-chat/identity";

import { CallNumbers } from "../call-numbers.ts";
import type { Frame } from "../frames/frame.ts";
import { type Heartbeat, pollHeartbeat } from "../frames/heartbeat.ts";
import { dialFrames } from "../transports/dial.ts";
import { Reconnecting } from "../transports/reconnecting.ts";
import {
  frameType,
  type PollAnswer,
  type PollRequest,
  readAnswers,
  roles,
} from "./poll-protocol.ts";

/** Waits for the answer to a poll; exactly one of the two is called, once, unless the poll was cancelled. */
export interface PollWaiter {
  /** Receives an answer. The pieces are views of what was received and may be kept until the end of the call only. */
  answered(answer: PollAnswer): void;
  /** Is called when the connection broke; the same poll may be sent again, anywhere. */
  lost(): void;
}

export interface PollConnectionOptions {
  /** `link://host:port` */
  readonly url: string;
  /** The installation's identity keys, as `keyRing` takes them. */
  readonly key: string;
  /** Called whenever `ready` changed; before the waiters of a broken connection are told. */
  readonly onChange?: () => void;
  readonly heartbeat?: Heartbeat;
}

const connectTimeoutMs = 1000;
const nothing = Buffer.alloc(0);

/**
 * A gateway's end of the connection to one events process; connects by itself, again and again, until it is closed.
 * `ready` becomes true, and `onChange` is called, when both ends have proven the key.
 */
export class PollConnection implements Disposable {
  readonly url: string;
  readonly #waiters = new Map<number, PollWaiter>();
  readonly #onAnswer = (id: number, answer: PollAnswer): void => this.#answer(id, answer);
  readonly #server: Reconnecting;
  readonly #numbers = new CallNumbers();

  constructor(options: PollConnectionOptions) {
    this.url = options.url;
    const { heartbeat = pollHeartbeat, key, url } = options;
    this.#server = new Reconnecting(
      {
        dial: (events) => dialFrames(url, events),
        keys: keyRing(key),
        roles,
        heartbeat,
        connectTimeoutMs,
        onChange: options.onChange,
      },
      {
        frame: (frame) => this.#receive(frame),
        lost: () => this.#lose(),
      },
    );
  }

  /** True while polls can be sent. */
  get ready(): boolean {
    return this.#server.ready;
  }

  /** Polls that wait for their answer. */
  get waiting(): number {
    return this.#waiters.size;
  }

  /** Sends a poll. @returns its number, for `cancel`; 0 when it is not ready and nothing was sent */
  poll(request: PollRequest, waiter: PollWaiter): number {
    const { connection, ready } = this.#server;
    if (!ready || connection === undefined) return 0;
    const id = this.#numbers.next((number) => this.#waiters.has(number));
    this.#waiters.set(id, waiter);
    connection.send(frameType.poll, id, [Buffer.from(JSON.stringify(request))]);
    return id;
  }

  /** Cancels a poll that nobody waits for any more. */
  cancel(id: number): void {
    if (this.#waiters.delete(id)) this.#server.connection?.send(frameType.cancel, id, []);
  }

  /** Gives up the connection for good; polls that wait are lost. */
  close(): void {
    this.#server.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #lose(): void {
    const lost = [...this.#waiters.values()];
    this.#waiters.clear();
    for (const waiter of lost) waiter.lost();
  }

  #receive({ type, id, payload }: Frame): void {
    if (type === frameType.answers) readAnswers(payload, this.#onAnswer);
    else if (type === frameType.answer)
      this.#answer(id, {
        status: payload.readUInt16BE(0),
        shared: payload.subarray(2),
        end: nothing,
      });
  }

  #answer(id: number, answer: PollAnswer): void {
    const waiter = this.#waiters.get(id);
    if (waiter === undefined) return;
    this.#waiters.delete(id);
    waiter.answered(answer);
  }
}
