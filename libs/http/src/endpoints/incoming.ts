import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";

import {
  type Identity,
  identityHeader,
  type IdentitySigner,
  type Proven,
} from "@team-chat/identity";
import { type IncomingRequest, realmOf } from "@team-chat/rpc";
import { GaveUp } from "@team-chat/work";
import type { Request } from "express";

import { hasBody, readBody } from "../parameters/read-body.ts";

/** A request that came over HTTP, with its identity signed in a header. */
export class HttpIncoming implements IncomingRequest {
  readonly #req: Request;
  readonly #res: ServerResponse;
  readonly #signer: IdentitySigner;
  #signal: AbortSignal | undefined;
  #proven: Proven | undefined;

  constructor(req: Request, res: ServerResponse, signer: IdentitySigner) {
    this.#req = req;
    this.#res = res;
    this.#signer = signer;
  }

  get method(): string {
    return this.#req.method;
  }

  get target(): string {
    return this.#req.originalUrl;
  }

  get hasBody(): boolean {
    return hasBody(this.#req);
  }

  get signal(): AbortSignal {
    return (this.#signal ??= abortedWith(this.#res));
  }

  header(name: string): string | undefined {
    const value = this.#req.headers[name];
    return typeof value === "string" ? value : undefined;
  }

  identity(): Identity {
    return this.#proof().identity;
  }

  realmId(): number | undefined {
    try {
      return realmOf(this.identity());
    } catch {
      // The endpoint refuses it.
      return undefined;
    }
  }

  /** @throws UNAUTHORIZED also when another body was signed */
  async body(maxBytes: number): Promise<Buffer> {
    const { body } = this.#proof();
    return body.whole(await readBody(this.#req, maxBytes + body.extraBytes));
  }

  stream(): Readable {
    return this.#proof().body.stream(this.#req);
  }

  #proof(): Proven {
    return (this.#proven ??= this.#signer.verify(this.header(identityHeader), {
      method: this.method,
      target: this.target,
      address: ownAddress(this.#req),
    }));
  }
}

function ownAddress({ socket }: IncomingMessage): string {
  const { localAddress = "", localPort } = socket;
  const address = localAddress.replace(/^::ffff:/, "");
  return address.includes(":") ? `[${address}]:${localPort}` : `${address}:${localPort}`;
}

function abortedWith(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (res.destroyed) controller.abort(new GaveUp("gone"));
  res.once("close", () => {
    if (!res.writableFinished) controller.abort(new GaveUp("gone"));
  });
  return controller.signal;
}
