import type { IncomingMessage, ServerResponse } from "node:http";

import type { Identity } from "@team-chat/identity";
import {
  type AnswerReceiver,
  type BegunAnswer,
  type Call,
  CallFailure,
  type CallLimits,
  type RequestHead,
  scopeHeaders,
  type ServiceClient,
  type Transport,
} from "@team-chat/rpc";
import type { Cost } from "@team-chat/work";

import { hasBody } from "../parameters/read-body.ts";
import { forwardedHeaders } from "./hop-headers.ts";
import { relayAnswer } from "./relay.ts";

/** A client's request that can be asked speculatively. */
export interface SpeculativeCall {
  readonly req: IncomingMessage;
  readonly realmId: number;
  /** Called with what the request has taken, whoever gets the answer. */
  readonly onCost: (cost: Cost) => void;
}

/**
 * Passes a GET without a body on before it is known whether it may be, on behalf of whom it probably is; null when that
 * cannot be done now. The service must do nothing but read.
 */
export function askSpeculatively(
  service: ServiceClient,
  identity: Identity,
  { onCost, realmId, req }: SpeculativeCall,
): HeldAnswer | null {
  if (req.method !== "GET" || hasBody(req)) return null;
  const transport = service.readyTransport(realmId);
  if (transport === undefined) return null;
  const headers = [...forwardedHeaders(req.headers), ...scopeHeaders()];
  return new HeldAnswer(
    transport,
    { method: "GET", target: req.url ?? "/", identity, headers },
    { limits: service.limits, onCost },
  );
}

/**
 * The answer to a request that was sent before it was known whether it may be: kept, as far as it comes unasked, until
 * somebody says who gets it. It is given once or discarded.
 */
export class HeldAnswer implements AnswerReceiver {
  readonly #call: Call;
  readonly #onCost: SpeculativeCall["onCost"];
  #begun: { readonly answer: BegunAnswer; readonly isWhole: boolean } | undefined;
  readonly #pieces: { readonly bytes: Buffer; readonly isLast: boolean }[] = [];
  #failure: CallFailure | undefined;
  #receiver: AnswerReceiver | undefined;

  /** Sends a request without a body. The transport must be ready. */
  constructor(
    transport: Transport,
    head: RequestHead,
    { limits, onCost }: Pick<SpeculativeCall, "onCost"> & { readonly limits: CallLimits },
  ) {
    this.#onCost = onCost;
    this.#call = transport.request(head, null, { receiver: this, limits });
  }

  /**
   * Writes the answer to the client as it came and comes, with these headers (names and values in turn) beside its own.
   * @returns false when there is none, and nothing was written
   */
  async give(res: ServerResponse, responseHeaders: readonly string[]): Promise<boolean> {
    try {
      if (res.destroyed) this.discard();
      await relayAnswer({ res, responseHeaders }, (receiver) => this.#handTo(receiver));
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
  #handTo(receiver: AnswerReceiver): Call {
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

  costed(cost: Cost): void {
    this.#onCost(cost);
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
