/**
 * What travels between two processes: a length (of all that follows), a type, the number of the exchange it belongs to (0 for none), and a payload.
 * All numbers are big-endian.
 */
export const frameType = { challenge: 1, hello: 2, welcome: 3, beat: 4 } as const;

/** Types from here on belong to whoever uses the connection. */
export const firstFreeType = 5;

const lengthBytes = 4;
const headBytes = 5;

/** More than anything we send in one piece; a peer that announces more is not one of ours. */
const maxFrameBytes = 256 * 1024 * 1024;

/** Enough for the handshake: who has not proven anything gets no more of our memory. */
const maxGreetingBytes = 256;

/** The bytes before a frame's payload of the given size. */
export function frameHead(type: number, id: number, payloadBytes: number): Buffer {
  const head = Buffer.allocUnsafe(lengthBytes + headBytes);
  head.writeUInt32BE(headBytes + payloadBytes, 0);
  head.writeUInt8(type, lengthBytes);
  head.writeUInt32BE(id, lengthBytes + 1);
  return head;
}

export interface Frame {
  readonly type: number;
  readonly id: number;
  /** A view of the bytes received; whoever keeps it for long keeps the whole read with it. */
  readonly payload: Buffer;
}

/** Cuts what a socket delivers into frames. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #needed = lengthBytes;
  #maxBytes = maxGreetingBytes;

  /** From now on frames of any size that a peer of ours may send are read. */
  trust(): void {
    this.#maxBytes = maxFrameBytes;
  }

  /** The frames that this chunk completes, in order. @throws when the peer does not speak our language. */
  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#needed) return [];
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#size);
    const frames: Frame[] = [];
    let at = 0;
    for (;;) {
      const left = bytes.length - at;
      this.#needed = left < lengthBytes ? lengthBytes : lengthBytes + this.#lengthAt(bytes, at);
      if (left < this.#needed) break;
      frames.push(frameAt(bytes, at, at + this.#needed));
      at += this.#needed;
    }
    this.#size = bytes.length - at;
    this.#chunks = this.#size === 0 ? [] : [bytes.subarray(at)];
    return frames;
  }

  #lengthAt(bytes: Buffer, at: number): number {
    const length = bytes.readUInt32BE(at);
    if (length < headBytes || length > this.#maxBytes)
      throw new Error(`A frame of ${length} bytes arrived.`);
    return length;
  }
}

function frameAt(bytes: Buffer, start: number, end: number): Frame {
  return {
    type: bytes.readUInt8(start + lengthBytes),
    id: bytes.readUInt32BE(start + lengthBytes + 1),
    payload: bytes.subarray(start + lengthBytes + headBytes, end),
  };
}
