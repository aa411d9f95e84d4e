import type { Duplex } from "node:stream";
import { setImmediate } from "node:timers/promises";

import fc from "fast-check";

import { frameHead } from "../src/frames/frame.ts";

/** A frame as bytes, and how the test knows it again. */
export interface Sent {
  readonly bytes: Buffer;
  readonly name: string;
}

/** Builds a frame of these parts. */
export function frame(
  name: string,
  type: number,
  ...rest: [id: number, ...parts: Uint8Array[]]
): Sent {
  const [id, ...parts] = rest;
  const payload = Buffer.concat(parts);
  return { name, bytes: Buffer.concat([frameHead(type, id, payload.length), payload]) };
}

/** Damage to the bytes of a peer that has proven the key. */
export const damage = fc.oneof(
  fc.record({ kind: fc.constant("none" as const) }),
  fc.record({ kind: fc.constant("cut" as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant("replace" as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    by: fc.uint8Array({ minLength: 1, maxLength: 40 }),
  }),
  fc.record({
    kind: fc.constant("insert" as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    by: fc.uint8Array({ minLength: 1, maxLength: 40 }),
  }),
);

export type Damage = typeof damage extends fc.Arbitrary<infer D> ? D : never;

/** The damaged bytes, and how many at their beginning are as they were. */
export function damaged(bytes: Buffer, done: Damage): { bytes: Buffer; intact: number } {
  if (done.kind === "none") return { bytes, intact: bytes.length };
  const at = Math.floor(done.at * bytes.length);
  const before = bytes.subarray(0, at);
  if (done.kind === "cut") return { bytes: before, intact: at };
  const after = bytes.subarray(done.kind === "replace" ? at + done.by.length : at);
  return { bytes: Buffer.concat([before, done.by, after]), intact: at };
}

/** The names of the frames that lie within the first so many bytes. */
export function wholeFrames(frames: readonly Sent[], intact: number): readonly string[] {
  let end = 0;
  return frames.filter(({ bytes }) => (end += bytes.length) <= intact).map(({ name }) => name);
}

/** Writes bytes in pieces of these sizes and ends the stream. */
export async function deliver(
  socket: Duplex,
  bytes: Buffer,
  sizes: Iterator<number>,
): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const size: number = sizes.next().value ?? bytes.length;
    socket.write(bytes.subarray(at, at + size));
    at += size;
    if (size % 3 === 0) await setImmediate();
  }
  socket.end();
}

/** Sizes of the pieces in which bytes arrive. */
export const cuts = fc.infiniteStream(fc.integer({ min: 1, max: 200 }));
