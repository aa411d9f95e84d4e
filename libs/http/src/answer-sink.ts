import type { ServerResponse } from "node:http";

import type { BegunAnswer } from "@team-chat/rpc";

import { endWhole, writeHead } from "./write-answer.ts";

/** Where the answer to a client's request goes. */
export interface AnswerSink {
  /** Whether nobody is there any more to whom it could go. */
  readonly gone: boolean;
  /** Writes the answer when nothing else is said by `whole`. */
  readonly res: ServerResponse;
  /** The status answered; 200 before. */
  readonly status: number;
  /** Has `listener` called if the client goes away before the answer is out. */
  whenGone(listener: () => void): void;
  /** Writes an answer of which everything is here; `added`, names and values in turn, goes behind its own headers. */
  whole(answer: BegunAnswer, added: readonly string[]): void;
}

/** A response of node:http. */
export class ResponseSink implements AnswerSink {
  readonly res: ServerResponse;

  constructor(res: ServerResponse) {
    this.res = res;
  }

  get gone(): boolean {
    return this.res.destroyed;
  }

  get status(): number {
    return this.res.statusCode;
  }

  whenGone(listener: () => void): void {
    const { res } = this;
    // The listener stays: taking it away costs more than having it hear that the answer is out.
    res.on("close", () => {
      if (!res.writableFinished) listener();
    });
  }

  whole(answer: BegunAnswer, added: readonly string[]): void {
    writeWhole(this.res, answer, added);
  }
}

/** Writes a whole answer to a response of node:http. */
export function writeWhole(
  res: ServerResponse,
  { bodyBytes, first, headers, status }: BegunAnswer,
  added: readonly string[],
): void {
  writeHead(res, status, [...headers, ...added], bodyBytes);
  endWhole(res, first);
}
