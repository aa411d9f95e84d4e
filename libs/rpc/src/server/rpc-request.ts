import { Readable } from "node:stream";

import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import { GaveUp } from "@team-chat/work";

import type { RequestHead } from "../protocol.ts";
import { type IncomingRequest, realmOf, tooLarge } from "../request.ts";

/** A request over a connection whose other end has proven the key, so that its identity needs no signature. */
export class RpcRequest implements IncomingRequest {
  readonly #head: RequestHead;
  readonly #body: Buffer | Readable;
  #controller: AbortController | undefined;
  #abandoned = false;

  constructor({ body, head }: { head: RequestHead; body: Buffer | Readable }) {
    this.#head = head;
    this.#body = body;
  }

  get method(): string {
    return this.#head.method;
  }

  get target(): string {
    return this.#head.target;
  }

  get hasBody(): boolean {
    return !Buffer.isBuffer(this.#body) || this.#body.length > 0;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#abandoned) this.#controller.abort(new GaveUp("gone"));
    return this.#controller.signal;
  }

  header(name: string): string | undefined {
    const { headers } = this.#head;
    for (let at = 0; at < headers.length; at += 2) if (headers[at] === name) return headers[at + 1];
    return undefined;
  }

  identity(): Identity {
    const { identity } = this.#head;
    if (identity === undefined)
      throw new AppError("UNAUTHORIZED", "The internal identity is absent.");
    return identity;
  }

  realmId(): number | undefined {
    const { identity } = this.#head;
    return identity && realmOf(identity);
  }

  body(maxBytes: number): Buffer | Promise<Buffer> {
    if (!Buffer.isBuffer(this.#body)) return gathered(this.#body, maxBytes);
    if (this.#body.length > maxBytes) throw tooLarge(maxBytes);
    return this.#body;
  }

  stream(): Readable {
    return Buffer.isBuffer(this.#body)
      ? Readable.from([this.#body], { objectMode: false })
      : this.#body;
  }

  /** Gives the request up when nobody waits for the answer any more. */
  abandon(): void {
    this.#abandoned = true;
    this.#controller?.abort(new GaveUp("gone"));
  }
}

async function gathered(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("BAD_REQUEST", "The request body is incomplete.", { cause: error });
  }
  return Buffer.concat(chunks, bytes);
}
