import { GaveUp, type GaveUpReason, type Work } from "@team-chat/work";

/** The error of what is stopped, of which the work hears. */
export function gaveUp(work: Work, reason: GaveUpReason, cause?: unknown): GaveUp {
  const error = new GaveUp(reason, cause);
  work.onGaveUp(error);
  return error;
}
