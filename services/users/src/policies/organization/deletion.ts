import { mostDeletionDays } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/** Days between saying that an organization is to be deleted and deleting it. */
export interface DeletionDays {
  /** Unless the operator says otherwise. */
  readonly usual: number;
  readonly least: number;
}

/** Checks that whoever deletes an organization has named it once more. @throws BAD_REQUEST */
export function checkConfirmed(confirm: string, address: string): void {
  if (confirm !== address)
    throw new AppError("BAD_REQUEST", `confirm must be '${address}', the organization's address.`, {
      details: { field: "confirm" },
    });
}

/** Returns in how many days to delete an organization. @throws BAD_REQUEST */
export function checkedDays(given: number | undefined, { least, usual }: DeletionDays): number {
  const days = given ?? usual;
  if (days < least)
    throw new AppError(
      "BAD_REQUEST",
      `in_days must be from ${least} to ${mostDeletionDays}: DELETION_LEAST_DAYS says so.`,
      { details: { field: "in_days", least, most: mostDeletionDays } },
    );
  return days;
}

/** Checks that no legal hold keeps what an organization has. @throws BAD_REQUEST */
export function checkNotHeld(holds: number): void {
  if (holds > 0)
    throw new AppError(
      "BAD_REQUEST",
      `Legal holds are on (${holds}): they have to end before the organization can be deleted.`,
    );
}
