import type { Duplex } from "node:stream";

import { markProcessor } from "@team-chat/work";

import { type Frame, frameHead, FrameReader, frameType, ProtocolError } from "./frame.ts";
import { type Heartbeat, HeartbeatWatch } from "./heartbeat.ts";

/** Unsent bytes above which a throttled side stops reading, so that a slow peer cannot fill our memory with answers. */
const maxUnsentBytes = 8 * 1024 * 1024;
const maxPauseMs = 10_000;
/**
 * Most bytes gathered for one write. A long series of frames goes out in parts, so that the peer begins with the first
 * while the rest is still being made.
 */
const maxGatheredBytes = 64 * 1024;

export interface ConnectionOptions {
  readonly heartbeat: Heartbeat;
  /** Only the side that answers: if both stopped reading, neither would ever go on. */
  readonly throttled: boolean;
}

export interface ConnectionEvents {
  /** @throws ProtocolError when the frame is none that may come, which closes the connection */
  frame(frame: Frame): void;
  /** Called once, with the error when it was closed because the other end broke the protocol. */
  closed(error: ProtocolError | undefined): void;
}

/**
 * One end of a connection: sends and receives frames. What is sent within one turn of the event loop leaves in one
 * write, or in a few large ones.
 */
export class Connection {
  readonly #socket: Duplex;
  readonly #options: ConnectionOptions;
  readonly #reader = new FrameReader();
  readonly #events: ConnectionEvents;
  readonly #heartbeat: HeartbeatWatch;
  #outgoing: Uint8Array[] = [];
  #gatheredBytes = 0;
  #error: ProtocolError | undefined;

  readonly #onFrame = (frame: Frame): void => {
    if (frame.type !== frameType.beat && !this.#socket.destroyed) this.#events.frame(frame);
  };

  constructor(socket: Duplex, options: ConnectionOptions, events: ConnectionEvents) {
    this.#socket = socket;
    this.#options = options;
    this.#events = events;
    const { heartbeat } = options;
    this.#heartbeat = new HeartbeatWatch(heartbeat, {
      beat: () => this.send(frameType.beat, 0, []),
      patienceMs: () => (socket.isPaused() ? maxPauseMs : heartbeat.silenceMs),
      dead: () => this.close(),
    });
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("drain", () => socket.resume());
    // An end that sends no more hears no more either; servers of node:http would keep such a connection half open.
    socket.on("end", () => socket.destroy());
    // "close" follows every error and does the work.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#heartbeat[Symbol.dispose]();
      this.#outgoing = [];
      this.#events.closed(this.#error);
    });
  }

  /** Sends a frame at the end of this turn at the latest; `parts` are its payload and must not change any more. */
  send(type: number, id: number, parts: readonly Uint8Array[]): void {
    if (this.#socket.destroyed) return;
    if (this.#outgoing.length === 0) setImmediate(() => this.flush());
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    this.#outgoing.push(frameHead(type, id, bytes), ...parts);
    this.#gatheredBytes += bytes;
    if (this.#gatheredBytes >= maxGatheredBytes) this.flush();
  }

  /** Tells why the connection was closed, when the other end broke the protocol. */
  get error(): ProtocolError | undefined {
    return this.#error;
  }

  /** Reads frames of any size from now on, since the peer has proven the key. */
  trust(): void {
    this.#reader.trust();
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Closes the connection because of what the other end sent. */
  fail(error: ProtocolError): void {
    this.#error ??= error;
    this.close();
  }

  /** Sends what was gathered and says that nothing more will come. */
  end(): void {
    this.flush();
    this.#socket.end();
  }

  /** Sends at once what was gathered. */
  flush(): void {
    const outgoing = this.#outgoing;
    this.#outgoing = [];
    this.#gatheredBytes = 0;
    if (this.#socket.destroyed || outgoing.length === 0) return;
    this.#socket.write(Buffer.concat(outgoing));
    if (this.#options.throttled && this.#socket.writableLength > maxUnsentBytes)
      this.#socket.pause();
  }

  #receive(chunk: Buffer): void {
    this.#heartbeat.heard();
    // What is read now is the next mark's.
    markProcessor(undefined);
    try {
      this.#reader.push(chunk, this.#onFrame);
    } catch (cause) {
      const malformed = () => new ProtocolError("A frame is malformed.", { cause });
      this.fail(cause instanceof ProtocolError ? cause : malformed());
    }
  }
}
