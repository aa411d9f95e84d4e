import { emailVisibilities } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

interface Asked {
  readonly email: string;
  readonly confirm: string;
}

/** Returns the account of a person who is to be erased, and was named twice. @throws BAD_REQUEST */
export function checkErasable<T extends { readonly isBot: boolean }>(
  found: T | null,
  { confirm, email }: Asked,
): T {
  if (confirm !== email)
    throw new AppError("BAD_REQUEST", "confirm must be the address once more.", {
      details: { field: "confirm" },
    });
  if (found === null || found.isBot)
    throw new AppError("BAD_REQUEST", `There is no account of a person '${email}'.`);
  return found;
}

/** Checks that nothing of a person is kept by legal holds. @throws BAD_REQUEST */
export function checkPersonNotHeld(holds: number): void {
  if (holds > 0)
    throw new AppError(
      "BAD_REQUEST",
      `Legal holds cover the person (${holds}): they have to end before anything is erased.`,
    );
}

/** Makes what an account shows once its person was erased (docs/erasure.md#the-placeholder). */
export function placeholderOf(userId: number, hostname: string) {
  return {
    fullName: `Deleted user ${userId}`,
    deliveryEmail: `deleted-user-${userId}@${hostname}`,
    emailVisibility: emailVisibilities.everyone,
  };
}
