import type { Readable } from "node:stream";

import type { Busboy } from "@fastify/busboy";
import { AppError } from "@team-chat/errors";

import { isOnlyClosingBoundary, malformed, multipartParser } from "./multipart.ts";
import { nullNameRefusal } from "./null-bytes.ts";

/** A file of a multipart body that is still arriving. */
export interface ArrivingFile {
  /** As the client calls the file. */
  readonly name: string;
  /**
   * Comes as fast as it is read. Once only.
   * @throws BAD_REQUEST when the body is malformed, or the client goes away in the middle
   */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Source of an operation's files, one after the other. */
export interface ArrivingFiles {
  /** Returns the next file, once the one before was read to its end; undefined after the last. @throws BAD_REQUEST */
  nextFile(): Promise<ArrivingFile | undefined>;
}

/** Of a request without a form. */
export const noFiles: ArrivingFiles = { nextFile: () => Promise.resolve(undefined) };

/** A body that is shorter has no fields. */
const shortest = 100;

/**
 * A multipart body that is read as far as somebody asks for its files: nothing of them is held here but what one read
 * brings.
 */
export class ArrivingForm implements ArrivingFiles {
  /** As far as they have come. */
  readonly fields = new Map<string, string>();
  readonly #source: Readable;
  readonly #parser: InstanceType<typeof Busboy>;
  readonly #files: ArrivingFile[] = [];
  #fieldBytes = 0;
  #start = Buffer.alloc(0);
  #current: Readable | undefined;
  #ended = false;
  #failure: AppError | undefined;
  #waiting: (() => void) | undefined;

  /** @throws BAD_REQUEST when the type names no boundary */
  constructor(source: Readable, contentType: string, maxFieldBytes: number) {
    this.#source = source;
    this.#parser = multipartParser(contentType, maxFieldBytes);
    this.#parser
      .on("field", (name: unknown, value) => {
        this.#fieldBytes += value.length;
        if (this.#fieldBytes > maxFieldBytes) this.#fail(malformed());
        else if (typeof name === "string" && this.#accepts(name)) this.fields.set(name, value);
      })
      .on("file", (part, stream, name) => this.#take(stream, { part, name }))
      .on("partsLimit", () => this.#fail(malformed()))
      .on("error", () => this.#fail(malformed()))
      .on("finish", () => {
        this.#ended = true;
        this.#waiting?.();
      });
    source.on("data", this.#note).on("error", this.#cut).on("close", this.#cut);
    source.pipe(this.#parser);
  }

  async nextFile(): Promise<ArrivingFile | undefined> {
    while (this.#files.length === 0 && !this.#ended && !this.#failure) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting = resolve;
      await promise;
    }
    if (this.#failure) throw this.#failure;
    return this.#files.shift();
  }

  /** Reads no further: what still comes is thrown away. */
  abandon(): void {
    this.#source.off("data", this.#note).off("close", this.#cut).unpipe(this.#parser);
    this.#current?.destroy();
    this.#source.resume();
  }

  readonly #note = (chunk: Buffer) => {
    if (this.#start.length < shortest) this.#start = Buffer.concat([this.#start, chunk]);
    else this.#source.off("data", this.#note);
  };

  readonly #cut = () => {
    if (!this.#source.readableEnded)
      this.#fail(new AppError("BAD_REQUEST", "The request body is incomplete."));
  };

  #accepts(name: string): boolean {
    const refusal = nullNameRefusal(name);
    if (refusal) this.#fail(refusal);
    return refusal === undefined;
  }

  #take(stream: Readable, { name, part }: { readonly part: string; readonly name: string }): void {
    this.#current = stream;
    // Whoever reads the file hears of it.
    stream.on("error", () => undefined);
    if (!this.#accepts(part) || !this.#accepts(name)) return;
    this.#files.push({ name, bytes: this.#bytesOf(stream) });
    this.#waiting?.();
  }

  async *#bytesOf(stream: Readable): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
    } catch {
      throw this.#failure ?? malformed();
    }
  }

  #fail(error: AppError): void {
    if (this.#ended) return;
    if (isOnlyClosingBoundary(this.#start)) this.#ended = true;
    else {
      this.#failure ??= error;
      this.#current?.destroy(this.#failure);
    }
    this.#waiting?.();
  }
}
