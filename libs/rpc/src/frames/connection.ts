import type { Duplex } from "node:stream";

import { type Frame, frameHead, FrameReader, frameType, ProtocolError } from "./frame.ts";

/**
 * Above this much unsent data a throttled side stops reading, so that a slow peer cannot fill our memory with answers.
 */
const maxUnsentBytes = 8 * 1024 * 1024;
const maxPauseMs = 10_000;

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
 * Sends a long series of frames in parts, so that the peer begins with the first while the rest is still being made.
 */
const maxGatheredBytes = 64 * 1024;

/**
 * One end of a connection: sends and receives frames. What is sent within one turn of the event loop leaves in one
 * write, or in a few large ones; nothing long is copied.
 */
export class Connection {
  readonly #socket: Duplex;
  readonly #options: ConnectionOptions;
  readonly #reader = new FrameReader();
  readonly #events: ConnectionEvents;
  readonly #timer: NodeJS.Timeout;
  #outgoing: Uint8Array[] = [];
  #gatheredBytes = 0;
  /** True if a part of it must not be copied. */
  #hasLong = false;
  #error: ProtocolError | undefined;
  #heardAt = performance.now();
  #checkedAt = performance.now();

  readonly #onFrame = (frame: Frame): void => {
    if (frame.type !== frameType.beat && !this.#socket.destroyed) this.#events.frame(frame);
  };

  constructor(socket: Duplex, options: ConnectionOptions, events: ConnectionEvents) {
    this.#socket = socket;
    this.#options = options;
    this.#events = events;
    this.#timer = setInterval(() => this.#beat(), options.heartbeat.beatMs);
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("drain", () => socket.resume());
    // An end that sends no more hears no more either; servers of node:http would keep such a connection half open.
    socket.on("end", () => socket.destroy());
    // "close" follows every error and does the work.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(this.#timer);
      this.#outgoing = [];
      this.#events.closed(this.#error);
    });
  }

  /** Sends a frame at the end of this turn at the latest; `parts` are its payload and must not change any more. */
  send(type: number, id: number, parts: readonly Uint8Array[]): void {
    if (this.#socket.destroyed) return;
    let bytes = 0;
    for (const { length } of parts) {
      bytes += length;
      if (length > maxCopiedBytes) this.#hasLong = true;
    }
    if (this.#outgoing.length === 0) setImmediate(() => this.flush());
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
    const hasLong = this.#hasLong;
    this.#outgoing = [];
    this.#gatheredBytes = 0;
    this.#hasLong = false;
    if (this.#socket.destroyed || outgoing.length === 0) return;
    if (hasLong) this.#writeParts(gathered(outgoing));
    else this.#socket.write(Buffer.concat(outgoing));
    if (this.#options.throttled && this.#socket.writableLength > maxUnsentBytes)
      this.#socket.pause();
  }

  #writeParts(parts: readonly Uint8Array[]): void {
    this.#socket.cork();
    for (const part of parts) this.#socket.write(part);
    this.#socket.uncork();
  }

  #receive(chunk: Buffer): void {
    this.#heardAt = performance.now();
    try {
      this.#reader.push(chunk, this.#onFrame);
    } catch (cause) {
      const malformed = () => new ProtocolError("A frame is malformed.", { cause });
      this.fail(cause instanceof ProtocolError ? cause : malformed());
    }
  }

  #beat(): void {
    const now = performance.now();
    const { beatMs, silenceMs } = this.#options.heartbeat;
    // A process that was stopped has not listened: what the peer sent meanwhile is still to be read.
    if (now - this.#checkedAt > 2 * beatMs) this.#heardAt = now;
    this.#checkedAt = now;
    const allowedMs = this.#socket.isPaused() ? maxPauseMs : silenceMs;
    if (now - this.#heardAt > allowedMs) this.#socket.destroy();
    else this.send(frameType.beat, 0, []);
  }
}

/** Longer parts are written as they are: copying them takes longer than telling the system of one more. */
const maxCopiedBytes = 8 * 1024;

/** Short parts that follow each other together, and long ones by themselves. */
function gathered(parts: readonly Uint8Array[]): Uint8Array[] {
  const all: Uint8Array[] = [];
  let short: Uint8Array[] = [];
  for (const part of parts) {
    if (part.length <= maxCopiedBytes) {
      short.push(part);
      continue;
    }
    if (short.length > 0) all.push(Buffer.concat(short));
    short = [];
    all.push(part);
  }
  if (short.length > 0) all.push(Buffer.concat(short));
  return all;
}

/**
 * Times that detect a dead peer, in ms: each end sends something at least every `beatMs`, and is given up after
 * `silenceMs` of silence.
 */
export interface Heartbeat {
  readonly beatMs: number;
  readonly silenceMs: number;
}

/**
 * For requests. A process that ends, however it ends, closes its connections; the beats are for machines and networks
 * that go away without a word. An event loop that is busy for seconds under load is not dead, and most of what it was
 * asked cannot be asked again.
 */
export const requestHeartbeat: Heartbeat = { beatMs: 2000, silenceMs: 15_000 };

/** For long polls, which can be asked again anywhere: notices a dead peer within two seconds. */
export const pollHeartbeat: Heartbeat = { beatMs: 500, silenceMs: 1500 };
