/** The other end sent bytes that the protocol does not allow. The connection is closed with it, and nothing else is. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}

/** Types of the frames that every connection knows. README.md describes the layout of a frame. */
export const frameType = { challenge: 1, hello: 2, welcome: 3, beat: 4 } as const;

/** The first type that belongs to the protocol above: requests or polls. */
export const firstFreeType = 5;

const lengthBytes = 4;
const headBytes = 5;

/** Longest frame, which is more than any of ours. */
const maxFrameBytes = 256 * 1024 * 1024;

/** Longest frame of a peer that has not proven the key, so that it gets no more of our memory. */
const maxGreetingBytes = 256;

/** Writes the bytes before a frame's payload of the given size. */
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
  /** The frame that has begun: its head as far as it is here, or room for all of it. */
  #begun: Buffer = nothing;
  #filled = 0;
  #maxBytes = maxGreetingBytes;

  /** Lets frames of any size that a peer of ours may send be read from now on. */
  trust(): void {
    this.#maxBytes = maxFrameBytes;
  }

  /** Gives the frames that this chunk completes, in order. @throws ProtocolError when one is too short or too long */
  push(chunk: Buffer, onFrame: (frame: Frame) => void): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#begun.length === 0) at = this.#cut(chunk, at, onFrame);
      else at = this.#fill(chunk, at, onFrame);
    }
  }

  /** Takes whole frames as they are in the chunk, and makes room for the one that does not end in it. */
  #cut(chunk: Buffer, from: number, onFrame: (frame: Frame) => void): number {
    let at = from;
    for (;;) {
      const left = chunk.length - at;
      const needed = left < lengthBytes ? lengthBytes : lengthBytes + this.#lengthAt(chunk, at);
      if (left < needed) {
        if (left > 0) this.#begun = Buffer.allocUnsafe(needed);
        return at;
      }
      onFrame(frameAt(chunk, at, at + needed));
      at += needed;
    }
  }

  /** Goes on with the frame that has begun. */
  #fill(chunk: Buffer, at: number, onFrame: (frame: Frame) => void): number {
    const begun = this.#begun;
    const taken = chunk.copy(begun, this.#filled, at);
    this.#filled += taken;
    if (this.#filled < begun.length) return at + taken;
    if (begun.length === lengthBytes) {
      // Its length is known now.
      this.#begun = Buffer.allocUnsafe(lengthBytes + this.#lengthAt(begun, 0));
      begun.copy(this.#begun);
      return at + taken;
    }
    this.#begun = nothing;
    this.#filled = 0;
    onFrame(frameAt(begun, 0, begun.length));
    return at + taken;
  }

  #lengthAt(bytes: Buffer, at: number): number {
    const length = bytes.readUInt32BE(at);
    if (length < headBytes || length > this.#maxBytes)
      throw new ProtocolError(`A frame of ${length} bytes arrived.`);
    return length;
  }
}

const nothing = Buffer.alloc(0);

function frameAt(bytes: Buffer, start: number, end: number): Frame {
  return {
    type: bytes.readUInt8(start + lengthBytes),
    id: bytes.readUInt32BE(start + lengthBytes + 1),
    payload: bytes.subarray(start + lengthBytes + headBytes, end),
  };
}
