import type { IncomingMessage } from "node:http";

import { checkOwnOrigin } from "../authentication/own-origin.ts";

interface Root {
  readonly scheme: "http" | "https";
  /** With its port unless that is the scheme's own. */
  readonly externalHost: string;
}

/** Domain on which pages of the whole installation are; organizations are below it. */
export class RootDomain {
  readonly host: string;
  readonly #scheme: Root["scheme"];

  constructor({ externalHost, scheme }: Root) {
    this.host = externalHost;
    this.#scheme = scheme;
  }

  /** Returns the address of a page for a request that has come to another domain; null for one that is right here. */
  elsewhere(req: IncomingMessage, path: string): string | null {
    return this.isHere(req) ? null : `${this.#scheme}://${this.host}${path}`;
  }

  /** Tells whether a request has come to this domain. */
  isHere({ headers }: IncomingMessage): boolean {
    return (headers.host ?? "").toLowerCase() === this.host;
  }

  /** Checks that a form was sent by a page of this domain. @throws CSRF_FAILED */
  checkForm(req: IncomingMessage): void {
    checkOwnOrigin({ host: this.host, req }, this.#scheme);
  }
}
