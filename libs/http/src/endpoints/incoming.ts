import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";

import { type Identity, identityHeader, type IdentitySigner } from "@team-chat/identity";
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
  #identity: Identity | undefined;

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
    return (this.#identity ??= this.#signer.verify(this.header(identityHeader)));
  }

  realmId(): number | undefined {
    try {
      return realmOf(this.identity());
    } catch {
      // The endpoint refuses it.
      return undefined;
    }
  }

  body(maxBytes: number): Promise<Buffer> {
    return readBody(this.#req, maxBytes);
  }

  stream(): Readable {
    return this.#req;
  }
}

function abortedWith(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (res.destroyed) controller.abort(new GaveUp("gone"));
  res.once("close", () => {
    if (!res.writableFinished) controller.abort(new GaveUp("gone"));
  });
  return controller.signal;
}
