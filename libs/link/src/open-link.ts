import { connect } from "node:net";

import {
  Connection,
  defaultPulse,
  type Frame,
  macOf,
  Opening,
  type Pulse,
} from "@team-chat/frames";

import { type LinkAnswer, readAnswers } from "./answer-batch.ts";
import { frameType, roles } from "./frames.ts";
import type { PollRequest } from "./poll-request.ts";

/** Who waits for the answer to a poll; exactly one of the two is called, once, unless the poll was cancelled. */
export interface PollWaiter {
  /** The pieces are views of what was received and may be kept until the end of the call only. */
  answered(answer: LinkAnswer): void;
  /** The link broke; the same poll may be sent again, anywhere. */
  lost(): void;
}

export interface OpenLinkOptions {
  /** `link://host:port` */
  readonly url: string;
  /** The installation's identity key, hexadecimal. */
  readonly key: string;
  /** Called whenever `ready` changed; before the waiters of a broken link are told. */
  readonly onChange?: () => void;
  readonly pulse?: Pulse;
}

const firstDelayMs = 50;
const maxDelayMs = 500;
const connectTimeoutMs = 1000;
const nothing = Buffer.alloc(0);

/** A gateway's end of the link to one events process; connects by itself, again and again, until it is closed. */
export class Link implements Disposable {
  readonly url: string;
  readonly #options: OpenLinkOptions;
  readonly #waiters = new Map<number, PollWaiter>();
  readonly #onAnswer = (id: number, answer: LinkAnswer): void => this.#answer(id, answer);
  #connection: Connection | undefined;
  #ready = false;
  #closed = false;
  #lastId = 0;
  #delayMs = firstDelayMs;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OpenLinkOptions) {
    this.url = options.url;
    this.#options = options;
    this.#connect();
  }

  /** Whether polls can be sent now. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Polls that wait for their answer. */
  get waiting(): number {
    return this.#waiters.size;
  }

  /** Sends a poll. @returns its number, for `cancel`; 0 when the link is not ready and nothing was sent */
  poll(request: PollRequest, waiter: PollWaiter): number {
    if (!this.#ready || this.#connection === undefined) return 0;
    const id = this.#freeId();
    this.#waiters.set(id, waiter);
    this.#connection.send(frameType.poll, id, [Buffer.from(JSON.stringify(request))]);
    return id;
  }

  /** Nobody waits for this poll any more. */
  cancel(id: number): void {
    if (this.#waiters.delete(id)) this.#connection?.send(frameType.cancel, id, []);
  }

  /** Gives up the connection for good; polls that wait are lost. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#connection?.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #connect(): void {
    const { hostname, port } = new URL(this.url);
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) });
    const pulse = this.#options.pulse ?? defaultPulse;
    const connection = new Connection(
      socket,
      { pulse, throttled: false },
      {
        frame: (frame) => {
          if (this.#ready) this.#receive(frame);
          else if (opening.take(frame)) this.#open();
        },
        closed: () => this.#lose(),
      },
    );
    const opening = new Opening(connection, macOf(this.#options.key), roles);
    this.#connection = connection;
    this.#timer = setTimeout(() => {
      if (!this.#ready) connection.close();
    }, connectTimeoutMs);
  }

  #open(): void {
    clearTimeout(this.#timer);
    this.#ready = true;
    this.#delayMs = firstDelayMs;
    this.#options.onChange?.();
  }

  #lose(): void {
    clearTimeout(this.#timer);
    const wasReady = this.#ready;
    this.#ready = false;
    this.#connection = undefined;
    if (!this.#closed) {
      this.#timer = setTimeout(() => this.#connect(), this.#delayMs);
      this.#delayMs = Math.min(2 * this.#delayMs, maxDelayMs);
    }
    if (wasReady) this.#options.onChange?.();
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

  #answer(id: number, answer: LinkAnswer): void {
    const waiter = this.#waiters.get(id);
    if (waiter === undefined) return;
    this.#waiters.delete(id);
    waiter.answered(answer);
  }

  #freeId(): number {
    do this.#lastId = this.#lastId === 0xffff_ffff ? 1 : this.#lastId + 1;
    while (this.#waiters.has(this.#lastId));
    return this.#lastId;
  }
}

/** Opens a link; `ready` becomes true, and `onChange` is called, when both ends have proven the key. */
export function openLink(options: OpenLinkOptions): Link {
  return new Link(options);
}
