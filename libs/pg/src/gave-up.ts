import { GaveUp, type GaveUpReason, type Work } from "@team-chat/work";

/** Makes the error of a request that is given up, and tells its work. */
export function gaveUp(work: Work, reason: GaveUpReason, cause?: unknown): GaveUp {
  const error = new GaveUp(reason, cause);
  work.onGaveUp(error);
  return error;
}
