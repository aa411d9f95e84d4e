import type { ServerResponse } from "node:http";

import { type AnswerSink, writeWhole } from "@team-chat/http";
import { type BegunAnswer, jsonHeaders } from "@team-chat/rpc";

import { responseBytes } from "../connections/response-bytes.ts";
import type { RepeatSocket } from "./repeat-socket.ts";

/** Longer answers are written by node:http. */
const maxDirectBytes = 16 * 1024;
const nothing = Buffer.alloc(0);

/** The answer to one request on a connection that was taken: written to it in one piece if it is short JSON, by node:http otherwise. */
export class RepeatAnswer implements AnswerSink {
  readonly #socket: RepeatSocket;
  readonly #isLast: () => boolean;
  #res: ServerResponse | undefined;
  #status = 0;

  /** `isLast` tells whether the connection ends with this answer. */
  constructor(socket: RepeatSocket, isLast: () => boolean) {
    this.#socket = socket;
    this.#isLast = isLast;
  }

  /** Also when the answer was written: there is no other. */
  get gone(): boolean {
    return this.#status !== 0 || this.#socket.gone;
  }

  get status(): number {
    return this.#res?.statusCode ?? this.#status;
  }

  get res(): ServerResponse {
    return (this.#res ??= this.#socket.respond(this.#socket.head.req, this.#isLast()));
  }

  whenGone(listener: () => void): void {
    this.#socket.whenGone(listener);
  }

  whole(answer: BegunAnswer, added: readonly string[]): void {
    const { first, headers, status } = answer;
    // Only headers that are our own need not be looked at before they are written.
    if (headers !== jsonHeaders || first.length > maxDirectBytes || this.#res !== undefined) {
      writeWhole(this.res, answer, added);
      return;
    }
    this.#status = status;
    const last = this.#isLast();
    const bytes = responseBytes(
      { status, shared: first, end: nothing },
      { headers: lines(added), last },
    );
    this.#socket.finish(bytes, last);
  }
}

function lines(flat: readonly string[]): string {
  let text = "";
  for (let at = 0; at < flat.length; at += 2) text += `${flat[at]}: ${flat[at + 1]}\r\n`;
  return text;
}
