import type { Bytes } from "@team-chat/contract";
import { currentWork, markProcessor, markResumed } from "@team-chat/work";

import type { RequestHead } from "../protocol.ts";
import type { AnswerReceiver, CallLimits, RequestBody, Transport } from "./transport.ts";

interface Request {
  readonly head: RequestHead;
  readonly body: RequestBody;
  readonly limits: CallLimits;
  /** Ends the call. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends a request and gathers its whole answer; what that takes is added to the work that it is sent for.
 * @throws CallFailure; the signal's reason
 */
export async function collectAnswer(
  transport: Transport,
  { body, head, limits, signal }: Request,
): Promise<{ readonly status: number; readonly body: Bytes }> {
  signal?.throwIfAborted();
  const spent = currentWork()?.spent;
  const { promise, reject, resolve } = Promise.withResolvers<number>();
  const pieces: Uint8Array[] = [];
  let status = 0;
  const receiver: AnswerReceiver = {
    costed: (cost) => spent?.addElsewhere(cost),
    begun(call, answer, isWhole) {
      ({ status } = answer);
      receiver.piece(call, answer.first, isWhole);
    },
    piece(call, bytes, isLast) {
      pieces.push(bytes);
      if (isLast) resolve(status);
      else call.more();
    },
    failed: reject,
  };
  markProcessor(spent);
  const call = transport.request(head, body, { receiver, limits });
  const onAbort = () => {
    call.abandon();
    reject(signal?.reason as Error);
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return { status: await promise, body: pieces };
  } finally {
    signal?.removeEventListener("abort", onAbort);
    markResumed(spent);
  }
}
