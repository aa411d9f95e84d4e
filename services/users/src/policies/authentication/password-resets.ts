import { AppError } from "@team-chat/errors";

const dayMs = 24 * 3600 * 1000;

/** Returns when a link that is made now stops working (docs/behaviour/passwords.md#the-link). */
export function resetExpiry(nowMs: number): Date {
  return new Date(nowMs + dayMs);
}

/** @throws BAD_REQUEST when there is nobody whose password the link sets */
export function checkedResetOwner<T>(owner: T | null): T {
  if (owner === null)
    throw new AppError("BAD_REQUEST", "This link does not work any more. Ask for a new one.");
  return owner;
}
