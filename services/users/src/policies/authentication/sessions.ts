import { AppError } from "@team-chat/errors";

const dayMs = 24 * 3600 * 1000;

/** Largest number of sessions of one user; a further one ends the one that was used longest ago. */
export const maxSessions = 50;

/** A session that is used is noted as such once in so many ms. */
export const seenStepMs = 3600 * 1000;

/** Returns the moment after which a session must have been used to be valid (docs/behaviour/sessions.md#lifetime). */
export function oldestUse(nowMs: number): Date {
  return new Date(nowMs - 30 * dayMs);
}

/** Cuts what a browser says of itself to what is kept. */
export function keptClient(userAgent: string): string {
  return userAgent.replaceAll(/[^ -~]/g, "").slice(0, 300);
}

/** @throws BAD_REQUEST unless there was such a session of the caller */
export function checkSessionFound(found: boolean): void {
  if (!found) throw new AppError("BAD_REQUEST", "Invalid session ID");
}
