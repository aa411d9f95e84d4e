interface SeenOptions {
  readonly maxBytes: number;
  /** Makes the error that is thrown when there are more. */
  readonly tooMany: () => Error;
  /** Number of bytes at the beginning that are remembered. */
  readonly startBytes: number;
}

/** Bytes on their way to somebody else: counted, limited, and their beginning remembered. */
export class SeenBytes {
  readonly #source: AsyncIterable<Buffer>;
  readonly #options: SeenOptions;
  readonly #start: Buffer[] = [];
  #size = 0;

  constructor(source: AsyncIterable<Buffer>, options: SeenOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Returns number of bytes that have passed. */
  get size(): number {
    return this.#size;
  }

  /** Returns the first bytes that have passed. */
  start(): Buffer {
    return Buffer.concat(this.#start).subarray(0, this.#options.startBytes);
  }

  /** The bytes, once. @throws what `tooMany` says, with the first byte too many */
  async *bytes(): AsyncGenerator<Buffer> {
    const { maxBytes, startBytes, tooMany } = this.#options;
    for await (const chunk of this.#source) {
      if (this.#size < startBytes) this.#start.push(chunk);
      this.#size += chunk.length;
      if (this.#size > maxBytes) throw tooMany();
      yield chunk;
    }
  }
}
