import type { RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

import { answerError } from "./answers/write-answer.ts";
import type { Probes } from "./probes.ts";
import { formRefusal } from "./request-form.ts";

interface EntryParts {
  readonly handler: RequestListener;
  readonly probes: Probes;
  /** Connections on which nothing was asked yet. */
  readonly unused: Set<Duplex>;
  /** The latest answer of each connection. */
  readonly answers: WeakMap<Duplex, ServerResponse>;
}

/** Looks at the form of every request, and answers probes, before anything else. */
export class RequestEntry {
  readonly #parts: EntryParts;
  #stopping = false;

  constructor(parts: EntryParts) {
    this.#parts = parts;
  }

  /** Says that this process is not ready any more. */
  beginStop(): void {
    this.#parts.probes.beginStop();
  }

  /** Has each of these connections, and later ones, end with its next answer. */
  endConnections(open: Iterable<Duplex>): void {
    this.#stopping = true;
    for (const socket of open) {
      const res = this.#parts.answers.get(socket);
      if (res?.headersSent === false) res.shouldKeepAlive = false;
    }
  }

  readonly listener: RequestListener = (req, res) => {
    const { answers, handler, probes, unused } = this.#parts;
    unused.delete(req.socket);
    answers.set(req.socket, res);
    const refusal = formRefusal(req);
    if (this.#stopping || refusal) res.shouldKeepAlive = false;
    if (refusal) answerError(res, refusal);
    else if (!probes.answer(req.url, res)) handler(req, res);
  };
}
