import { AppError } from "@team-chat/errors";

import type { Attempt, LoginGuard } from "../limits/login-guard.ts";

/**
 * Runs an attempt to give a password or a code and returns what it resolves to; an answer 401 counts as a failure.
 * @throws RATE_LIMIT_HIT after too many failures, and what the attempt throws
 */
export async function guarded<T>(
  logins: LoginGuard,
  attempt: Attempt,
  give: () => Promise<T>,
): Promise<T> {
  let outcome: { readonly given: T } | AppError | undefined;
  await logins.attempt(attempt, async () => {
    outcome = await give().then((given) => ({ given }), refusal);
    return outcome instanceof AppError ? 401 : 200;
  });
  if (outcome !== undefined && "given" in outcome) return outcome.given;
  throw outcome ?? new TypeError("An attempt has an outcome.");
}

/** Returns an error that is the answer to wrong credentials; throws any other again. */
function refusal(error: unknown): AppError {
  if (error instanceof AppError && error.status === 401) return error;
  throw error;
}
