import { storedLimits } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/**
 * Refuses what would be more than is kept. The count must be one that no other transaction changes meanwhile: taken
 * under the lock of the account or of the realm. What exceeds a limit already, from before there was one, stays.
 * @throws BAD_REQUEST
 */
export function checkRoom(of: keyof typeof storedLimits, kept: number, added = 1): void {
  const { most, what } = storedLimits[of];
  if (added > 0 && kept + added > most)
    throw new AppError("BAD_REQUEST", `There can be at most ${most} ${what}.`);
}
