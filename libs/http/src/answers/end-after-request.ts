import type { ServerResponse } from "node:http";

/**
 * Longest time that a client may go on sending after a refusal before its connection is closed; it may then miss the
 * answer.
 */
export const lingerMs = 10_000;

/**
 * Ends a response whose body is written. When it came before its request was read, what is still sent is thrown away
 * first: a connection that is closed with something unread is reset, and clients lose the answer.
 */
export function endAfterRequest(res: ServerResponse): void {
  const { req } = res;
  if (req.complete || req.destroyed) {
    res.end();
    return;
  }
  const end = () => {
    clearTimeout(timer);
    req.off("end", end).off("close", end);
    res.end();
  };
  const timer = setTimeout(end, lingerMs).unref();
  // Whoever read it reads on no more, and would hold up the rest.
  req.unpipe().removeAllListeners("data");
  req.on("end", end).on("close", end).resume();
}
