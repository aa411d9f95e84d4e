import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";

/**
 * Checks that the caller is one of our own services and tools, which alone may do what belongs to the operator.
 * @throws UNAUTHORIZED
 */
export function checkOperator(identity: Identity): void {
  if (identity.kind !== "service")
    throw new AppError("UNAUTHORIZED", "This is for the operator of the server.");
}
