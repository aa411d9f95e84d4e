import { AppError } from "@team-chat/errors";

import { checkPassword, hashPassword, isStrongPassword } from "./passwords.ts";

interface PasswordChange {
  readonly stored: string | null;
  readonly given: string;
  readonly wanted: string;
  /** True if the organization lets people log in with passwords. */
  readonly enabled: boolean;
}

/**
 * Checks a user's new password and hashes it.
 * @throws BAD_REQUEST when the old one is wrong or the new one is too weak
 */
export async function newOwnPasswordHash({
  stored,
  given,
  wanted,
  enabled,
}: PasswordChange): Promise<string> {
  if (!enabled)
    throw new AppError("BAD_REQUEST", "Password authentication is disabled in this organization.");
  if (!(await checkPassword(given, stored))) throw new AppError("BAD_REQUEST", "Wrong password!");
  if (!isStrongPassword(wanted)) throw new AppError("BAD_REQUEST", "New password is too weak!");
  return hashPassword(wanted);
}
