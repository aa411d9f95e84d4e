import { AppError } from "@team-chat/errors";

/** For requests that were made in time and arrive a little late, in seconds. */
const grace = 20;

/** Age of something sent, and how old it may be. Times are UNIX seconds. */
interface Period {
  readonly sentAt: number;
  /** Null without a limit. */
  readonly limitSeconds: number | null;
  readonly now: number;
}

/** Tells whether something sent may still be changed; without a limit always. */
export function isInTime({ limitSeconds, now, sentAt }: Period): boolean {
  return limitSeconds === null || now <= sentAt + limitSeconds + grace;
}

/** Checks that something sent may still be changed. @throws BAD_REQUEST saying for what the time has passed */
export function checkInTime(period: Period, what: string): void {
  if (!isInTime(period)) throw new AppError("BAD_REQUEST", `The time limit for ${what} has passed`);
}
