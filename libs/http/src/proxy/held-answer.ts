import type { ServerResponse } from "node:http";

import {
  type AnswerReceiver,
  type BegunAnswer,
  type Call,
  CallFailure,
  type CallLimits,
  type RequestHead,
  type Transport,
} from "@team-chat/rpc";

import { relayHeld } from "./relay.ts";

/**
 * The answer to a request that was sent before it was known whether it may be: kept, as far as it comes unasked, until
 * somebody says who gets it. It is given once or discarded.
 */
export class HeldAnswer implements AnswerReceiver {
  readonly #call: Call;
  #begun: { readonly answer: BegunAnswer; readonly isWhole: boolean } | undefined;
  readonly #pieces: { readonly bytes: Buffer; readonly isLast: boolean }[] = [];
  #failure: CallFailure | undefined;
  #receiver: AnswerReceiver | undefined;

  /** Sends a request without a body. The transport must be ready. */
  constructor(transport: Transport, head: RequestHead, limits: CallLimits) {
    this.#call = transport.request(head, null, { receiver: this, limits });
    // The service shall be at work while its caller asks for proofs.
    transport.hurry();
  }

  /**
   * Writes the answer to the client as it came and comes, with these headers (names and values in turn) beside its own.
   * @returns false when there is none, and nothing was written
   */
  async give(res: ServerResponse, responseHeaders: readonly string[]): Promise<boolean> {
    try {
      await relayHeld(this, { res, responseHeaders });
      return true;
    } catch (error) {
      if (error instanceof CallFailure) return false;
      throw error;
    }
  }

  /** Discards the answer, which nobody gets. */
  discard(): void {
    this.#call.abandon();
    this.#pieces.length = 0;
  }

  /** Tells the receiver everything that came so far, and from now on whatever comes. */
  handTo(receiver: AnswerReceiver): Call {
    this.#receiver = receiver;
    if (this.#begun !== undefined) {
      const { answer, isWhole } = this.#begun;
      receiver.begun(this.#call, answer, isWhole);
      for (const { bytes, isLast } of this.#pieces.splice(0))
        receiver.piece(this.#call, bytes, isLast);
    }
    if (this.#failure !== undefined) receiver.failed(this.#failure);
    return this.#call;
  }

  begun(call: Call, answer: BegunAnswer, isWhole: boolean): void {
    if (this.#receiver === undefined) this.#begun = { answer, isWhole };
    else this.#receiver.begun(call, answer, isWhole);
  }

  piece(call: Call, bytes: Buffer, isLast: boolean): void {
    if (this.#receiver === undefined) this.#pieces.push({ bytes, isLast });
    else this.#receiver.piece(call, bytes, isLast);
  }

  failed(error: CallFailure): void {
    if (this.#receiver === undefined) this.#failure = error;
    else this.#receiver.failed(error);
  }
}
