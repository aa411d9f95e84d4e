import type { ServerResponse } from "node:http";

import type { AnswerReceiver, BegunAnswer, Call, CallFailure } from "@team-chat/rpc";
import type { Cost } from "@team-chat/work";

import { endWhole, writeHead } from "../answers/write-answer.ts";

/** Destination of an answer. */
interface Destination {
  readonly res: ServerResponse;
  /** Names and values in turn, added to those of the answer. */
  readonly responseHeaders: readonly string[];
  /** Called when the answer begins. */
  readonly onAnswer?: (() => void) | undefined;
  /** Called with what the request has taken, before that. */
  readonly onCost?: ((cost: Cost) => void) | undefined;
}

/**
 * Begins a call and writes its answer to the client, a long one as fast as the client reads; a client that goes away
 * ends the call.
 * @returns the status answered
 * @throws CallFailure while nothing was written yet
 */
export function relayAnswer(
  destination: Destination,
  begin: (receiver: AnswerReceiver) => Call,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  new Relay(destination, { resolve, reject }).begin(begin);
  return promise;
}

interface Outcome {
  resolve(status: number): void;
  reject(error: Error): void;
}

class Relay implements AnswerReceiver {
  readonly #destination: Destination;
  readonly #outcome: Outcome;
  #call: Call | undefined;
  #status = 0;
  /** Pieces that the client's connection has not taken yet. */
  #waiting = 0;

  constructor(destination: Destination, outcome: Outcome) {
    this.#destination = destination;
    this.#outcome = outcome;
  }

  readonly #onGone = () => {
    this.#call?.abandon();
    this.#outcome.resolve(this.#status);
  };

  readonly #onDrain = () => {
    for (; this.#waiting > 0; this.#waiting -= 1) this.#call?.more();
  };

  /** Begins the call by `call`, which gets this object as its receiver; does nothing when the client is gone. */
  begin(call: (receiver: AnswerReceiver) => Call): void {
    const { res } = this.#destination;
    if (res.destroyed) {
      this.#outcome.resolve(0);
      return;
    }
    // The listener stays: taking it away costs more than having it hear that the answer is out.
    res.on("close", () => {
      if (!res.writableFinished) this.#onGone();
    });
    this.#call = call(this);
  }

  costed(cost: Cost): void {
    this.#destination.onCost?.(cost);
  }

  begun(call: Call, answer: BegunAnswer, isWhole: boolean): void {
    const { onAnswer, res, responseHeaders } = this.#destination;
    this.#status = answer.status;
    onAnswer?.();
    writeHead(res, answer.status, [...answer.headers, ...responseHeaders], answer.bodyBytes);
    if (isWhole) {
      endWhole(res, answer.first);
      this.#outcome.resolve(answer.status);
      return;
    }
    res.on("drain", this.#onDrain);
    this.piece(call, answer.first, false);
  }

  piece(call: Call, bytes: Buffer, isLast: boolean): void {
    const { res } = this.#destination;
    const takesMore = res.write(bytes);
    if (isLast) {
      res.off("drain", this.#onDrain).end();
      this.#outcome.resolve(this.#status);
    } else if (takesMore) call.more();
    else this.#waiting += 1;
  }

  failed(error: CallFailure): void {
    const { res } = this.#destination;
    if (this.#status === 0 && !res.destroyed) {
      this.#outcome.reject(error);
      return;
    }
    this.#outcome.resolve(this.#status);
    // An answer that was begun cannot be taken back; cutting it off tells the client that it is not whole.
    if (!res.destroyed) res.destroy();
  }
}
