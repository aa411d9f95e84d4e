import { AppError } from "@team-chat/errors";
import { BackendTerminatedError, ConnectionError } from "slonik";

import { isDataException } from "./data-exception.ts";
import { sqlStateOf } from "./sql-state.ts";

/** Connection exceptions; a server that ends, has ended or starts; one that has no connection left. */
const unavailableStates = /^(?:08|57P0[1-3]$|53300$)/;

/** Codes of Node for a server that is not there, and for a connection that has broken. */
const brokenCodes: ReadonlySet<unknown> = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Messages of `pg`, which gives these errors no code. */
const brokenMessages = /^(?:connection terminated|timeout expired|client has encountered a conn)/i;

/**
 * Tells whether a statement failed because PostgreSQL is not reached, or not any more: it may be tried again. What was
 * being committed then may have been.
 */
function isUnreachable(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) return unavailableStates.test(state);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AppError) return false;
    if (cause instanceof ConnectionError || cause instanceof BackendTerminatedError) return true;
    if ("code" in cause && brokenCodes.has(cause.code)) return true;
    if (brokenMessages.test(cause.message)) return true;
  }
  return false;
}

/** Tells apart why statements fail, for whoever answers requests. */
export const databaseErrors = { isDataException, isUnreachable } as const;
