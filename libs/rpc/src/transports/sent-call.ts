import type { Cost } from "@team-chat/work";

import { ProtocolError } from "../frames/frame.ts";
import { windowPieces } from "../lengths.ts";
import type { BegunAnswer } from "../protocol.ts";
import { CallFailure } from "./call-failure.ts";
import type { AnswerReceiver, Call, CallLimits } from "./transport.ts";

/** The side of a connection that its calls use. */
interface Sender {
  /** Asks for a further piece of the answer. */
  sendMore(call: SentCall): void;
  /** Is called when the head of the answer is here; not for a call that failed before. */
  answerBegun(): void;
  /** Forgets a call that is over; the other end is told when it may still be at work for it. */
  forget(call: SentCall, tell: boolean): void;
}

/** A call over a connection between processes. */
export class SentCall implements Call {
  readonly parts: readonly Uint8Array[];
  readonly #receiver: AnswerReceiver;
  readonly #limits: CallLimits;
  readonly #sender: Sender;
  /** 0 until it is sent. */
  id = 0;
  #timer: NodeJS.Timeout | undefined;
  #begun = false;
  #over = false;
  /** Pieces that the other end may send before it is asked for more. */
  #due = windowPieces;

  constructor(
    sender: Sender,
    parts: readonly Uint8Array[],
    answer: { readonly receiver: AnswerReceiver; readonly limits: CallLimits },
  ) {
    this.#sender = sender;
    this.parts = parts;
    this.#receiver = answer.receiver;
    this.#limits = answer.limits;
  }

  get over(): boolean {
    return this.#over;
  }

  /** True once the head of the answer has arrived. */
  get begun(): boolean {
    return this.#begun;
  }

  sent(id: number): void {
    this.id = id;
    this.#await(this.#limits.headersTimeoutMs);
  }

  costed(cost: Cost): void {
    this.#receiver.costed?.(cost);
  }

  answered(answer: BegunAnswer, isWhole: boolean): void {
    if (this.#begun) throw new ProtocolError("An answer begins twice.");
    clearTimeout(this.#timer);
    this.#begun = true;
    this.#sender.answerBegun();
    if (isWhole) this.#finish(false);
    else this.#took();
    this.#receiver.begun(this, answer, isWhole);
  }

  continued(bytes: Buffer, isLast: boolean): void {
    if (!this.#begun) throw new ProtocolError("An answer has no beginning.");
    if (isLast) this.#finish(false);
    else this.#took();
    this.#receiver.piece(this, bytes, isLast);
  }

  /** Asks for one more piece. */
  more(): void {
    if (this.#over) return;
    this.#due += 1;
    if (this.#due === 1) this.#await(this.#limits.bodyTimeoutMs);
    this.#sender.sendMore(this);
  }

  /** Gives the call up when nobody wants the answer any more; the receiver is told nothing further. */
  abandon(): void {
    if (!this.#over) this.#finish(true);
  }

  fail(error: CallFailure): void {
    if (this.#over) return;
    this.#finish(error.code === "CALL_TIMEOUT");
    this.#receiver.failed(error);
  }

  #took(): void {
    this.#due -= 1;
    clearTimeout(this.#timer);
    if (this.#due > 0) this.#await(this.#limits.bodyTimeoutMs);
  }

  #finish(tell: boolean): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#sender.forget(this, tell);
  }

  #await(ms: number): void {
    if (ms === 0) return;
    const what = this.#begun ? "The answer stopped" : "No answer came";
    this.#timer = setTimeout(
      () => this.fail(new CallFailure("CALL_TIMEOUT", `${what} for ${ms} ms.`)),
      ms,
    );
  }
}
