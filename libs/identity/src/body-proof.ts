import type { Hash, Hmac } from "node:crypto";
import { Readable } from "node:stream";

import { isSame } from "./key-ring.ts";
import { refused } from "./refused.ts";

/** Bytes of the proof that follows a body which was not there yet when its request was signed. */
export const proofBytes = 32;

/**
 * Bytes of a body that are passed on after the check only: a form cannot be complete without them, as its last boundary
 * has at most 74.
 */
const heldBytes = 256;

/** Hash by which a body is told from others. */
interface BodyProof {
  readonly hash: Hash | Hmac;
  /** Undefined when it follows the body. */
  readonly expected: Buffer | undefined;
}

/** Sends the bytes of a body as they come, and then the hash of them. */
export function followedByProof(body: Readable, hmac: Hmac): Readable {
  async function* bytes() {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      hmac.update(chunk);
      yield chunk;
    }
    yield hmac.digest();
  }
  return Readable.from(bytes(), { objectMode: false });
}

/** Tells a body that was signed from any other; each can be read once. */
export class ReceivedBody {
  readonly #proof: BodyProof;

  constructor(proof: BodyProof) {
    this.#proof = proof;
  }

  /** Bytes that follow what was sent. */
  get extraBytes(): number {
    return this.#proof.expected === undefined ? proofBytes : 0;
  }

  /** Returns the body, or the rest of it, without what follows it. @throws UNAUTHORIZED when it is another */
  whole(bytes: Buffer): Buffer {
    const end = Math.max(0, bytes.length - this.extraBytes);
    const body = bytes.subarray(0, end);
    const { expected = bytes.subarray(end), hash } = this.#proof;
    if (!isSame(expected, hash.update(body).digest())) throw refused("that of another body");
    return body;
  }

  /** Passes the body on as it arrives; the stream fails with UNAUTHORIZED at the end of another. */
  stream(arriving: Readable): Readable {
    return Readable.from(this.#checked(arriving), { objectMode: false });
  }

  async *#checked(arriving: Readable): AsyncGenerator<Buffer> {
    let held: Buffer = Buffer.alloc(0);
    for await (const chunk of arriving as AsyncIterable<Buffer>) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const end = Math.max(0, bytes.length - this.extraBytes - heldBytes);
      held = bytes.subarray(end);
      if (end === 0) continue;
      const body = bytes.subarray(0, end);
      this.#proof.hash.update(body);
      yield body;
    }
    yield this.whole(held);
  }
}
