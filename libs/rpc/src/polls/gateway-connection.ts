import type { Socket } from "node:net";

import { keyRing } from "@team-chat/identity";

import { Connection } from "../frames/connection.ts";
import { type Frame, ProtocolError } from "../frames/frame.ts";
import { Acceptance } from "../frames/handshake.ts";
import { type Heartbeat, pollHeartbeat } from "../frames/heartbeat.ts";
import { AnswerBatch, frameType, type PollRequest, roles } from "./poll-protocol.ts";

interface GatewayConnectionSettings {
  /** The installation's identity keys, as `keyRing` takes them. */
  readonly key: string;
  /** Must not throw. */
  readonly onPoll: (poll: IncomingPoll) => void;
  readonly heartbeat?: Heartbeat;
}

interface SharedAnswer {
  readonly status: number;
  readonly shared: Uint8Array;
  readonly end: string;
}

/** The connection of a gateway, over which its polls come and their answers go. */
export class GatewayConnection {
  readonly #connection: Connection;
  readonly #options: GatewayConnectionSettings;
  readonly #acceptance: Acceptance;
  readonly #polls = new Map<number, IncomingPoll>();
  /** Answers that begin alike, to be sent when this turn's work is done or when they are many. */
  #batch: AnswerBatch | undefined;

  constructor(socket: Socket, options: GatewayConnectionSettings, onClosed: () => void) {
    this.#options = options;
    const heartbeat = options.heartbeat ?? pollHeartbeat;
    this.#connection = new Connection(
      socket,
      { heartbeat, throttled: true },
      {
        frame: (frame) => this.#receive(frame),
        closed: () => {
          onClosed();
          for (const poll of this.#polls.values()) poll.cancel();
          this.#polls.clear();
        },
      },
    );
    this.#acceptance = new Acceptance(this.#connection, keyRing(options.key), roles);
  }

  answer(id: number, status: number, body: Uint8Array): void {
    this.#polls.delete(id);
    const head = Buffer.allocUnsafe(2);
    head.writeUInt16BE(status);
    this.#connection.send(frameType.answer, id, [head, body]);
  }

  answerShared(id: number, { end, shared, status }: SharedAnswer): void {
    if (this.#batch?.shared !== shared || this.#batch.status !== status) {
      this.#sendBatch();
      this.#batch = new AnswerBatch(status, shared);
      queueMicrotask(() => this.#sendBatch());
    }
    if (!this.#batch.add(id, end)) {
      this.answer(id, status, Buffer.concat([shared, Buffer.from(end)]));
      return;
    }
    this.#polls.delete(id);
    if (this.#batch.full) this.#sendBatch();
  }

  #sendBatch(): void {
    const batch = this.#batch;
    this.#batch = undefined;
    if (batch === undefined || batch.empty) return;
    this.#connection.send(frameType.answers, 0, batch.parts());
    this.#connection.flush();
  }

  close(): void {
    this.#connection.close();
  }

  #receive(frame: Frame): void {
    const { type, id, payload } = frame;
    if (!this.#acceptance.trusted) this.#acceptance.take(frame);
    else if (type === frameType.poll) this.#park(id, payload);
    else if (type === frameType.cancel) {
      const poll = this.#polls.get(id);
      this.#polls.delete(id);
      poll?.cancel();
    }
  }

  #park(id: number, payload: Buffer): void {
    const request = JSON.parse(payload.toString("utf8")) as PollRequest;
    if (this.#polls.has(id)) throw new ProtocolError("A poll has the number of another.");
    const poll = new IncomingPoll(request, id, this);
    this.#polls.set(id, poll);
    this.#options.onPoll(poll);
  }
}

/** A poll that waits for its answer. */
export class IncomingPoll {
  readonly request: PollRequest;
  /** Called once when nobody waits any more: the client went away, or the gateway, or another process was asked. */
  onCancel: ((poll: IncomingPoll) => void) | undefined;
  readonly #id: number;
  #connection: GatewayConnection | undefined;

  constructor(request: PollRequest, id: number, connection: GatewayConnection) {
    this.request = request;
    this.#id = id;
    this.#connection = connection;
  }

  get requestId(): string {
    return this.request.requestId;
  }

  /** True while the answer is still wanted. */
  get waiting(): boolean {
    return this.#connection !== undefined;
  }

  /**
   * Sends the complete HTTP body; does nothing when no answer is wanted any more. With an `end`, `body` is only its
   * beginning: answers one after the other that share it, the same object, travel together; it is sent once, and must
   * not change.
   */
  respond(status: number, body: Uint8Array, end?: string): void {
    if (end === undefined) this.#connection?.answer(this.#id, status, body);
    else this.#connection?.answerShared(this.#id, { status, shared: body, end });
    this.#done();
  }

  #done(): void {
    this.#connection = undefined;
    this.onCancel = undefined;
  }

  cancel(): void {
    if (this.#connection === undefined) return;
    this.#connection = undefined;
    this.onCancel?.(this);
    this.onCancel = undefined;
  }
}
