import { Readable } from "node:stream";

import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import { GaveUp } from "@team-chat/work";

import { type Incoming, realmOf } from "../incoming.ts";
import { tooLarge } from "../read-body.ts";
import type { RequestHead } from "./protocol.ts";

/** A request that came over a link, whose other end has proven the key: it is believed who it is for. */
export class LinkIncoming implements Incoming {
  readonly #head: RequestHead;
  readonly #body: Buffer;
  #controller: AbortController | undefined;
  #abandoned = false;

  constructor({ body, head }: { head: RequestHead; body: Buffer }) {
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
    return this.#body.length > 0;
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

  body(maxBytes: number): Buffer {
    if (this.#body.length > maxBytes) throw tooLarge(maxBytes);
    return this.#body;
  }

  stream(): Readable {
    return Readable.from([this.#body], { objectMode: false });
  }

  /** Nobody waits for the answer any more. */
  abandon(): void {
    this.#abandoned = true;
    this.#controller?.abort(new GaveUp("gone"));
  }
}
