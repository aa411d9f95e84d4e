import { AsyncLocalStorage } from "node:async_hooks";

import { type Cost, markProcessor } from "@team-chat/work";

import { pieceBytes, windowPieces } from "../lengths.ts";
import type { BegunAnswer, RequestHead } from "../protocol.ts";
import type { Answer, Dispatch, VersionOf } from "../request.ts";
import { bodyBytesOf, piecesOf } from "../server/answer-body.ts";
import { RpcRequest } from "../server/rpc-request.ts";
import { PieceWindow } from "../server/send-long.ts";
import { CallFailure } from "./call-failure.ts";
import type { RequestBody } from "./transport.ts";

interface Handlers {
  readonly dispatch: Dispatch;
  readonly versionOf?: VersionOf | undefined;
}

/** The caller's side of a call, which hears the answer. */
interface Caller {
  costed(cost: Cost): void;
  answered(answer: BegunAnswer, isWhole: boolean): void;
  continued(bytes: Buffer, isLast: boolean): void;
  fail(error: CallFailure): void;
}

/** A call that a server in the same process carries out. */
export interface ServedCall {
  /** Allows one more piece of the answer. */
  grant(): void;
  /** Ends the work: nobody waits for the answer any more. */
  abandon(): void;
}

/** Answers calls of this process as `ServerConnection` answers those of others. */
export class InProcessServer implements Disposable {
  readonly #handlers: Handlers;
  readonly #onClosed: () => void;
  /** Runs something outside of what its caller is at: a transaction, a span, or work that counts for somebody. */
  readonly #apart = AsyncLocalStorage.snapshot();
  readonly #served = new Map<RunningCall, Promise<void>>();
  readonly #closed = Promise.withResolvers<void>();
  #accepting = true;

  constructor(handlers: Handlers, onClosed: () => void) {
    this.#handlers = handlers;
    this.#onClosed = onClosed;
  }

  /** True while callers may send requests. */
  get accepting(): boolean {
    return this.#accepting;
  }

  serve(
    request: { readonly head: RequestHead; readonly body: RequestBody },
    caller: Caller,
  ): ServedCall {
    const served = new RunningCall(request, caller);
    const ended = this.#apart(() => served.run(this.#handlers.dispatch)).finally(() =>
      this.#served.delete(served),
    );
    this.#served.set(served, ended);
    return served;
  }

  /** Returns the version that a realm's data have after this call; null when it cannot be told. */
  versionOf(realmId: number): Promise<number | null> {
    const { versionOf } = this.#handlers;
    return versionOf === undefined ? Promise.resolve(null) : this.#apart(versionOf, realmId);
  }

  /** Has callers send no further requests; those that came before are answered. */
  stop(): void {
    this.#accepting = false;
  }

  /** Resolves when nothing is under way any more, or it was cut. */
  async finished(): Promise<void> {
    while (this.#served.size > 0)
      await Promise.race([Promise.all(this.#served.values()), this.#closed.promise]);
  }

  /** Cuts what is under way. */
  close(): void {
    this.stop();
    this.#onClosed();
    for (const served of this.#served.keys()) served.cut();
    // What never ends is not waited for.
    this.#served.clear();
    this.#closed.resolve();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

class RunningCall implements ServedCall {
  readonly #request: RpcRequest;
  readonly #caller: Caller;
  readonly #window = new PieceWindow();
  #over = false;

  constructor(request: { readonly head: RequestHead; readonly body: RequestBody }, caller: Caller) {
    const { body, head } = request;
    const whole = body instanceof Uint8Array ? Buffer.from(body) : body;
    this.#request = new RpcRequest({ head, body: whole ?? Buffer.alloc(0) });
    this.#caller = caller;
  }

  /** Carries the request out and hands over its answer, never before this turn of the event loop ends. */
  async run(dispatch: Dispatch): Promise<void> {
    await Promise.resolve();
    // What came before was for whoever asks.
    markProcessor(undefined);
    const answer = await dispatch(this.#request);
    if (this.#over) await answer.stream?.cancel();
    else await this.#give(answer).catch(() => this.cut());
  }

  grant(): void {
    this.#window.grant();
  }

  abandon(): void {
    this.#over = true;
    this.#request.abandon();
    this.#window.close();
  }

  /** Ends the work and tells the caller that the answer, or the rest of it, does not come. */
  cut(): void {
    if (this.#over) return;
    this.abandon();
    this.#caller.fail(new CallFailure("CALL_CUT", "The answer broke off."));
  }

  async #give(answer: Answer): Promise<void> {
    const { body, cost, headers, status, stream } = answer;
    if (cost !== undefined) this.#caller.costed(cost);
    const bodyBytes = bodyBytesOf(answer);
    if (stream === undefined && bodyBytes <= pieceBytes * windowPieces) {
      this.#over = true;
      this.#caller.answered({ status, headers, bodyBytes, first: Buffer.concat(body) }, true);
      return;
    }
    let left = bodyBytes;
    for await (const piece of piecesOf(answer)) {
      const first = asBuffer(piece);
      if (!(await this.#window.take())) break;
      const isFirst = left === bodyBytes;
      left -= first.length;
      if (left === 0) this.#over = true;
      if (isFirst) this.#caller.answered({ status, headers, bodyBytes, first }, false);
      else this.#caller.continued(first, left === 0);
    }
    if (left > 0) this.cut();
  }
}

function asBuffer({ buffer, byteLength, byteOffset }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
