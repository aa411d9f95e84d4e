import type { Bytes } from "@team-chat/contract";

import type { AnswerReceiver, CallLimits } from "./link-call.ts";
import type { RequestHead } from "./protocol.ts";
import type { RequestLink } from "./request-link.ts";

interface Question {
  readonly head: RequestHead;
  readonly body: Uint8Array | null;
  readonly limits: CallLimits;
  /** Ends the call. */
  readonly signal: AbortSignal | undefined;
}

/** The whole answer to a request over a link. @throws LinkFailure; the signal's reason */
export async function askOverLink(
  link: RequestLink,
  { body, head, limits, signal }: Question,
): Promise<{ readonly status: number; readonly body: Bytes }> {
  signal?.throwIfAborted();
  const { promise, reject, resolve } = Promise.withResolvers<number>();
  const pieces: Uint8Array[] = [];
  let status = 0;
  const receiver: AnswerReceiver = {
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
  const call = link.request(head, body, { receiver, limits });
  const onAbort = () => {
    call.abandon();
    reject(signal?.reason as Error);
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return { status: await promise, body: pieces };
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}
