import { AppError } from "@team-chat/errors";

const sqlState = /^[0-9A-Z]{5}$/;
/** Connection exceptions and operator interventions: the server may have committed before it went. */
const lostContact = /^(?:08|57P)/;

/**
 * Tells whether a transaction that ended with this error may nevertheless have been committed: the server did not say
 * that it was not.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AppError) return false;
    const code: unknown = "code" in cause ? cause.code : undefined;
    if (typeof code === "string" && sqlState.test(code)) return lostContact.test(code);
  }
  return true;
}

/** Code with which a server refuses what comes before somebody has begun a term on it, or while it starts. */
const notYet = "57P03";

/** Tells whether nothing was committed because the server has to be compared with the stream first. */
export function isFenced(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && cause.code === notYet) return true;
  return false;
}

/** Refuses what was fenced. */
export function serverChanged(cause: unknown): AppError {
  const details = { "retry-after": 1 };
  const message = "The database is another one than before.";
  return new AppError("SERVICE_UNAVAILABLE", message, { details, cause });
}
