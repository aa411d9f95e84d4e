import type { Socket } from "node:net";

import { type Frame, frameHead, FrameReader, frameType } from "./frame.ts";

/** How soon a silent peer is given up: it sends something at least every `beatMs`. */
export interface Pulse {
  readonly beatMs: number;
  readonly silenceMs: number;
}

/** Notices a dead peer within two seconds. */
export const defaultPulse: Pulse = { beatMs: 500, silenceMs: 1500 };

/** Above this much unsent data a throttled side stops reading, so that a slow peer cannot fill our memory with what it asks for. */
const maxUnsentBytes = 8 * 1024 * 1024;
const maxPauseMs = 10_000;

export interface ConnectionOptions {
  readonly pulse: Pulse;
  /** Only the side that answers: if both stopped reading, neither would ever go on. */
  readonly throttled: boolean;
}

export interface ConnectionEvents {
  frame(frame: Frame): void;
  /** Called once, whatever the reason. */
  closed(): void;
}

/** The peer shall begin with a long series of frames while the rest of it is still being made. */
const maxGatheredBytes = 64 * 1024;

/** One end of a link: frames in and out, what is sent within one turn of the event loop in one write, or in a few large ones. Nothing long is copied. */
export class Connection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #reader = new FrameReader();
  readonly #events: ConnectionEvents;
  readonly #timer: NodeJS.Timeout;
  #outgoing: Uint8Array[] = [];
  #gatheredBytes = 0;
  /** Whether a part of it is not to be copied. */
  #hasLong = false;
  #heardAt = performance.now();
  #checkedAt = performance.now();

  constructor(socket: Socket, options: ConnectionOptions, events: ConnectionEvents) {
    this.#socket = socket;
    this.#options = options;
    this.#events = events;
    this.#timer = setInterval(() => this.#beat(), options.pulse.beatMs);
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("drain", () => socket.resume());
    // Who says no more hears no more either; servers of node:http would keep such a connection half open.
    socket.on("end", () => socket.destroy());
    // "close" follows every error and does the work.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(this.#timer);
      this.#outgoing = [];
      this.#events.closed();
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

  /** The peer has proven the key. */
  trust(): void {
    this.#reader.trust();
  }

  close(): void {
    this.#socket.destroy();
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
      for (const frame of this.#reader.push(chunk)) {
        if (this.#socket.destroyed) return;
        if (frame.type !== frameType.beat) this.#events.frame(frame);
      }
    } catch {
      this.#socket.destroy();
    }
  }

  #beat(): void {
    const now = performance.now();
    const { beatMs, silenceMs } = this.#options.pulse;
    // Whoever was stopped himself has not listened: what the peer sent meanwhile is still to be read.
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
