import { firstFreeType, ProtocolError } from "../frames/frame.ts";
import type { Roles } from "../frames/handshake.ts";

/** The frames of long polls; the number of a frame is that of its poll. */
export const frameType = {
  poll: firstFreeType,
  cancel: firstFreeType + 1,
  answer: firstFreeType + 2,
  /** Several answers that begin alike; the number is 0. */
  answers: firstFreeType + 3,
} as const;

export const roles: Roles = { opener: "gateway", acceptor: "events" };

/** A long poll of an authenticated user, as the gateway passes it on. */
export interface PollRequest {
  readonly realmId: number;
  readonly userId: number;
  readonly queueId: string;
  /** Null when the client gave none. */
  readonly lastEventId: number | null;
  /** Answer at once, perhaps with no events. */
  readonly dontBlock: boolean;
  /** Names of given parameters that are not supported, sorted; null when there are none. */
  readonly ignored: readonly string[] | null;
  readonly requestId: string;
}

/** Bytes before what answers share: status and length. README.md describes the frame. */
const headBytes = 6;
const entryBytes = 6;

/** So many that the shared beginning weighs little; so few that the first leave while the last are being made. */
const maxAnswers = 64;
const maxEndBytes = 0xffff;
const firstSize = maxAnswers * (entryBytes + 128);

/** Collects answers that begin alike. */
export class AnswerBatch {
  readonly status: number;
  readonly shared: Uint8Array;
  #ends = Buffer.allocUnsafe(firstSize);
  #size = 0;
  #count = 0;

  constructor(status: number, shared: Uint8Array) {
    this.status = status;
    this.shared = shared;
  }

  get empty(): boolean {
    return this.#count === 0;
  }

  get full(): boolean {
    return this.#count >= maxAnswers;
  }

  /** @returns false when the end is too long to be one of many */
  add(id: number, end: string): boolean {
    const most = entryBytes + end.length * 3;
    if (most > maxEndBytes) return false;
    if (this.#size + most > this.#ends.length) this.#grow(most);
    const length = writeText(this.#ends, end, this.#size + entryBytes);
    this.#ends.writeUInt32BE(id, this.#size);
    this.#ends.writeUInt16BE(length, this.#size + 4);
    this.#size += entryBytes + length;
    this.#count += 1;
    return true;
  }

  /** Returns the payload; nothing may be added any more. */
  parts(): readonly Uint8Array[] {
    const head = Buffer.allocUnsafe(headBytes);
    head.writeUInt16BE(this.status, 0);
    head.writeUInt32BE(this.shared.length, 2);
    return [head, this.shared, this.#ends.subarray(0, this.#size)];
  }

  #grow(more: number): void {
    const larger = Buffer.allocUnsafe(2 * this.#ends.length + more);
    this.#ends.copy(larger, 0, 0, this.#size);
    this.#ends = larger;
  }
}

/** Longer ones are not copied letter by letter. */
const maxCopied = 256;

/**
 * Writes UTF-8 as `Buffer.write` does; short texts of ASCII alone, as most ends are, without leaving the engine.
 * @returns the bytes written
 */
function writeText(into: Buffer, text: string, at: number): number {
  if (text.length > maxCopied) return into.write(text, at);
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) return into.write(text, at);
    into[at + index] = unit;
  }
  return text.length;
}

/** Calls back for every answer of a payload that `AnswerBatch` made. @throws ProtocolError when it is cut short */
export function readAnswers(
  payload: Buffer,
  onAnswer: (id: number, answer: PollAnswer) => void,
): void {
  const status = payload.readUInt16BE(0);
  const endOfShared = headBytes + payload.readUInt32BE(2);
  const shared = payload.subarray(headBytes, endOfShared);
  let at = endOfShared;
  while (at < payload.length) {
    const start = at + entryBytes;
    const end = start + payload.readUInt16BE(at + 4);
    if (end > payload.length) throw new ProtocolError("An answer is longer than its frame.");
    onAnswer(payload.readUInt32BE(at), { status, shared, end: payload.subarray(start, end) });
    at = end;
  }
}

/** The answer to a poll: a complete HTTP body in two pieces, of which the first is often the same for many. */
export interface PollAnswer {
  readonly status: number;
  readonly shared: Buffer;
  readonly end: Buffer;
}
