import type { ByteRange } from "./byte-range.ts";

/** Source of a file's bytes. */
export interface FileSource {
  readonly size: number;
  /**
   * Reads the bytes of a range in their order, in pieces of any length. Throws, at once or in the middle, when they
   * cannot be had.
   */
  read(range: ByteRange): AsyncIterable<Uint8Array>;
}

/**
 * A long body that is read while it is sent, as fast as it is taken. Its source is open until the bytes are read, given
 * up, or the body is cancelled.
 */
export class StreamedBody {
  readonly length: number;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #first: IteratorResult<Uint8Array> | undefined;
  #onBroken: (error: unknown) => void = () => undefined;

  private constructor(chunks: AsyncIterator<Uint8Array>, length: number) {
    this.#chunks = chunks;
    this.length = length;
  }

  /**
   * Reads the first bytes, so that a missing file is found before anything is answered.
   * @throws what the source throws until then, and when there are none
   */
  static async begin(source: FileSource, range: ByteRange): Promise<StreamedBody> {
    const chunks = source.read(range)[Symbol.asyncIterator]();
    const body = new StreamedBody(chunks, range.last - range.first + 1);
    const first = await chunks.next();
    if (first.done === true) throw endedEarly(body.length);
    body.#first = first;
    return body;
  }

  /** Sets the function that is told when a body that was begun does not come to its end. */
  reportTo(onBroken: (error: unknown) => void): void {
    this.#onBroken = onBroken;
  }

  /** All bytes, once. @throws what the source throws, and when it ends before `length` bytes */
  async *bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#wholly();
    } catch (error) {
      this.#onBroken(error);
      throw error;
    } finally {
      await this.cancel();
    }
  }

  /** Ends reading, when nobody wants the bytes, or any more of them. */
  async cancel(): Promise<void> {
    this.#first = undefined;
    await this.#chunks.return?.().catch(this.#onBroken);
  }

  async *#wholly(): AsyncGenerator<Uint8Array> {
    let next = this.#first ?? (await this.#chunks.next());
    this.#first = undefined;
    for (let left = this.length; left > 0; next = await this.#chunks.next()) {
      if (next.done === true) throw endedEarly(left);
      const chunk = next.value.subarray(0, left);
      left -= chunk.length;
      yield chunk;
      if (left === 0) return;
    }
  }
}

/** Reads the bytes of a short range. @throws what the source throws, and when it ends early */
export async function readWhole(source: FileSource, range: ByteRange): Promise<Uint8Array> {
  const body = await StreamedBody.begin(source, range);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.bytes()) chunks.push(chunk);
  return Buffer.concat(chunks, body.length);
}

function endedEarly(bytes: number): Error {
  return new Error(`A file ended ${bytes} bytes early.`);
}
