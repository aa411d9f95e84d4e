import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";

import { type Identity, identityHeader, type IdentitySigner } from "@team-chat/identity";
import { GaveUp } from "@team-chat/work";

import { hasBody, readBody } from "./read-body.ts";

/** A request as endpoints see it, whichever way it came. */
export interface Incoming {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** Whether it has a body that is not empty. */
  readonly hasBody: boolean;
  /** Aborted when whoever asked goes away before the answer. */
  readonly signal: AbortSignal;
  /** A header that is sent at most once, by its name in lower case; a list of several is no valid value of any of ours. */
  header(name: string): string | undefined;
  /** Who asks. @throws UNAUTHORIZED when that is not proven */
  identity(): Identity;
  /** The organization that is asked for; undefined when that is not proven. */
  realmId(): number | undefined;
  /** The whole body, or a promise of what is still to come of it. @throws REQUEST_TOO_LARGE; BAD_REQUEST when the client goes away in the middle */
  body(maxBytes: number): Buffer | Promise<Buffer>;
  /** The body as it arrives, instead of `body`. */
  stream(): Readable;
}

/** A request that came by node:http, with its identity signed in a header. */
export class HttpIncoming implements Incoming {
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #signer: IdentitySigner;
  #signal: AbortSignal | undefined;
  #identity: Identity | undefined;

  constructor(req: IncomingMessage, res: ServerResponse, signer: IdentitySigner) {
    this.#req = req;
    this.#res = res;
    this.#signer = signer;
  }

  get method(): string {
    return this.#req.method ?? "GET";
  }

  get target(): string {
    return this.#req.url ?? "/";
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

/** The organization of whoever asks, unless that is one of our services. */
export function realmOf(identity: Identity): number | undefined {
  return identity.kind === "service" ? undefined : identity.realm?.id;
}

function abortedWith(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (res.destroyed) controller.abort(new GaveUp("gone"));
  res.once("close", () => {
    if (!res.writableFinished) controller.abort(new GaveUp("gone"));
  });
  return controller.signal;
}
