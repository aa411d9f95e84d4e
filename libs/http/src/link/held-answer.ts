import type { AnswerSink } from "../answer-sink.ts";
import { LinkFailure } from "../transport-failure.ts";
import type { AnswerReceiver, CallLimits, LinkCall } from "./link-call.ts";
import type { BegunAnswer, RequestHead } from "./protocol.ts";
import { relayHeld } from "./relay.ts";
import type { RequestLink } from "./request-link.ts";

/**
 * The answer to a request that was sent before it was known whether it may be: kept, as far as it comes unasked, until somebody says who gets it. It is given
 * once or discarded.
 */
export class HeldAnswer implements AnswerReceiver {
  readonly #call: LinkCall;
  #begun: { readonly answer: BegunAnswer; readonly isWhole: boolean } | undefined;
  readonly #pieces: { readonly bytes: Buffer; readonly isLast: boolean }[] = [];
  #failure: LinkFailure | undefined;
  #receiver: AnswerReceiver | undefined;

  /** Sends a request without a body. The link must be ready. */
  constructor(link: RequestLink, head: RequestHead, limits: CallLimits) {
    this.#call = link.request(head, null, { receiver: this, limits });
    // The service shall be at work while its caller asks for proofs.
    link.hurry();
  }

  /**
   * Writes the answer to the client as it came and comes, with these headers (names and values in turn) beside its own.
   * @returns false when there is none, and nothing was written
   */
  async give(sink: AnswerSink, responseHeaders: readonly string[]): Promise<boolean> {
    try {
      await relayHeld(this, { sink, responseHeaders });
      return true;
    } catch (error) {
      if (error instanceof LinkFailure) return false;
      throw error;
    }
  }

  /** Nobody gets it. */
  discard(): void {
    this.#call.abandon();
    this.#pieces.length = 0;
  }

  /** Tells the receiver everything that came so far, and from now on whatever comes. */
  handTo(receiver: AnswerReceiver): LinkCall {
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

  begun(call: LinkCall, answer: BegunAnswer, isWhole: boolean): void {
    if (this.#receiver === undefined) this.#begun = { answer, isWhole };
    else this.#receiver.begun(call, answer, isWhole);
  }

  piece(call: LinkCall, bytes: Buffer, isLast: boolean): void {
    if (this.#receiver === undefined) this.#pieces.push({ bytes, isLast });
    else this.#receiver.piece(call, bytes, isLast);
  }

  failed(error: LinkFailure): void {
    if (this.#receiver === undefined) this.#failure = error;
    else this.#receiver.failed(error);
  }
}
