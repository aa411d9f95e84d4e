import { roles } from "@team-chat/contract";

import type { GuestVisibilities } from "../../values/visibility.ts";

interface Seen {
  readonly userId: number;
  readonly isBot: boolean;
}

/** Tells whether somebody may see a user. */
export type Sees = (user: Seen) => boolean;

/** Visibility of everybody but limited guests. */
export const seesEverybody: Sees = () => true;

/**
 * Returns which users the viewer sees as far as clients have been told: bots, and humans as recorded
 * (docs/subsystems/users.md, Guests' visibility).
 */
export function visibleTo(visibilities: GuestVisibilities, viewerId: number): Sees {
  const visibility = visibilities.get(viewerId);
  if (visibility?.limited !== true) return seesEverybody;
  return ({ isBot, userId }) => isBot || userId === viewerId || visibility.seen.has(userId);
}

/** Returns the guests who do not see the user, by id. */
export function guestsWhoCannotSee(visibilities: GuestVisibilities, user: Seen): number[] {
  const blind: number[] = [];
  for (const { guestId } of visibilities.values())
    if (!visibleTo(visibilities, guestId)(user)) blind.push(guestId);
  return blind.toSorted((a, b) => a - b);
}

/**
 * Tells whether the organization lets guests see only some users: `can_access_all_users_group` is not for everybody.
 */
export function limitsGuests(
  { settings }: { readonly settings: Readonly<Record<string, unknown>> },
  systemGroups: { readonly "role:everyone": number },
): boolean {
  const group = settings["can_access_all_users_group"];
  return group !== undefined && group !== systemGroups["role:everyone"];
}

/** Tells whether an account is of those whom the organization may limit. */
export function isLimitable(user: { readonly role: number; readonly isActive: boolean }): boolean {
  return user.role === roles.guest && user.isActive;
}
