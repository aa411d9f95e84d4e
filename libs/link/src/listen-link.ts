import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

import {
  Acceptance,
  Connection,
  defaultPulse,
  type Frame,
  macOf,
  type Pulse,
} from "@team-chat/frames";

import { AnswerBatch } from "./answer-batch.ts";
import { frameType, roles } from "./frames.ts";
import type { PollRequest } from "./poll-request.ts";

/** A poll that waits for its answer. */
export class IncomingPoll {
  readonly request: PollRequest;
  /** Called once when nobody waits any more: the client went away, or the gateway, or another process was asked. */
  onCancel: ((poll: IncomingPoll) => void) | undefined;
  readonly #id: number;
  #peer: Peer | undefined;

  constructor(request: PollRequest, id: number, peer: Peer) {
    this.request = request;
    this.#id = id;
    this.#peer = peer;
  }

  /** Whether an answer is still wanted. */
  get waiting(): boolean {
    return this.#peer !== undefined;
  }

  /**
   * Sends the complete HTTP body; does nothing when no answer is wanted any more. With an `end`, `body` is only its beginning: answers one after the
   * other that share it, the same object, travel together; it is sent once, and must not change.
   */
  respond(status: number, body: Uint8Array, end?: string): void {
    if (end === undefined) this.#peer?.answer(this.#id, status, body);
    else this.#peer?.answerShared(this.#id, { status, shared: body, end });
    this.#done();
  }

  #done(): void {
    this.#peer = undefined;
    this.onCancel = undefined;
  }

  cancel(): void {
    if (this.#peer === undefined) return;
    this.#peer = undefined;
    this.onCancel?.(this);
    this.onCancel = undefined;
  }
}

export interface ListenLinkOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The installation's identity key, hexadecimal. */
  readonly key: string;
  /** Must not throw. */
  readonly onPoll: (poll: IncomingPoll) => void;
  readonly pulse?: Pulse;
}

export interface LinkListener extends AsyncDisposable {
  readonly port: number;
  /** Refuses new links and cuts those that exist; their gateways ask another process. */
  close(): Promise<void>;
}

/** Accepts links of gateways. */
export async function listenLink(options: ListenLinkOptions): Promise<LinkListener> {
  const peers = new Set<Peer>();
  const server = createServer({ noDelay: true }, (socket) => {
    const peer = new Peer(socket, options, () => peers.delete(peer));
    peers.add(peer);
  });
  server.listen({ host: options.host, port: options.port });
  await once(server, "listening");
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= closeAll(server, peers));
  return { port: portOf(server), close, [Symbol.asyncDispose]: close };
}

async function closeAll(server: Server, peers: ReadonlySet<Peer>): Promise<void> {
  const ended = once(server, "close");
  server.close();
  for (const peer of peers) peer.close();
  await ended;
}

interface SharedAnswer {
  readonly status: number;
  readonly shared: Uint8Array;
  readonly end: string;
}

/** A gateway at the other end. */
class Peer {
  readonly #connection: Connection;
  readonly #options: ListenLinkOptions;
  readonly #acceptance: Acceptance;
  readonly #polls = new Map<number, IncomingPoll>();
  /** Answers that begin alike, to be sent when this turn's work is done or when they are many. */
  #batch: AnswerBatch | undefined;

  constructor(socket: Socket, options: ListenLinkOptions, onClosed: () => void) {
    this.#options = options;
    const pulse = options.pulse ?? defaultPulse;
    this.#connection = new Connection(
      socket,
      { pulse, throttled: true },
      {
        frame: (frame) => this.#receive(frame),
        closed: () => {
          onClosed();
          for (const poll of this.#polls.values()) poll.cancel();
          this.#polls.clear();
        },
      },
    );
    this.#acceptance = new Acceptance(this.#connection, macOf(options.key), roles);
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
    const poll = new IncomingPoll(request, id, this);
    this.#polls.set(id, poll);
    this.#options.onPoll(poll);
  }
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The link listens on no port.");
  return address.port;
}
