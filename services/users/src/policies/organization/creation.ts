import type { PlanName } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

const dayMs = 24 * 3600 * 1000;

/** Rules of the installation for people who create an organization by themselves. */
export interface CreationRules {
  readonly who: "off" | "invitation" | "open";
  /** Most that are created within 24 hours. */
  readonly mostPerDay: number;
  readonly plan: PlanName;
}

interface Variables {
  readonly ORGANIZATION_CREATION: CreationRules["who"];
  readonly ORGANIZATIONS_PER_DAY: number;
  readonly ORGANIZATION_CREATION_PLAN: PlanName;
}

/** Returns the rules that the configuration gives. */
export function creationRules(given: Variables): CreationRules {
  return {
    who: given.ORGANIZATION_CREATION,
    mostPerDay: given.ORGANIZATIONS_PER_DAY,
    plan: given.ORGANIZATION_CREATION_PLAN,
  };
}

/** Time for which the link that is sent to an address works. */
export const creationMs = dayMs;

/** Time in which organizations that were created count for the limit. */
export const creationWindowMs = dayMs;

/** Returns when an invitation that is made now stops working. */
export function invitationExpiry(nowMs: number, days: number): Date {
  return new Date(nowMs + days * dayMs);
}

/** Checks that the installation lets people create organizations. @throws NOT_FOUND */
export function checkCreationAllowed({ who }: CreationRules): void {
  if (who === "off")
    throw new AppError("NOT_FOUND", "Organizations are created by the operator of this server");
}

/** Checks that an invitation is good, or that none is needed. @throws BAD_REQUEST */
export function checkCreationInvitation(isGood: boolean): void {
  if (!isGood)
    throw new AppError(
      "BAD_REQUEST",
      "You need an invitation of the operator of this server, by a link that was not used.",
    );
}

/** Checks that a further organization may be created now. @throws BAD_REQUEST */
export function checkCreationRoom(countOfDay: number, { mostPerDay }: CreationRules): void {
  if (countOfDay >= mostPerDay)
    throw new AppError(
      "BAD_REQUEST",
      "Many organizations were created here lately. Try again tomorrow.",
    );
}

/** Returns what a link creates. @throws BAD_REQUEST when it does not work any more */
export function checkedCreation<T>(creation: T | null): T {
  if (creation === null)
    throw new AppError("BAD_REQUEST", "This link does not work any more. Begin again.");
  return creation;
}
