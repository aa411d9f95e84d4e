import { AppError } from "@team-chat/errors";

/** For requests that were made in time and arrive a little late, in seconds. */
const grace = 20;

/** Tells whether something sent then (UNIX seconds) may still be changed; without a limit always. */
export function isInTime(sentAt: number, limitSeconds: number | null): boolean {
  return limitSeconds === null || Date.now() / 1000 <= sentAt + limitSeconds + grace;
}

/** @throws BAD_REQUEST saying for what the time has passed */
export function checkInTime(
  ...[sentAt, limitSeconds, what]: [number, number | null, string]
): void {
  if (!isInTime(sentAt, limitSeconds))
    throw new AppError("BAD_REQUEST", `The time limit for ${what} has passed`);
}
