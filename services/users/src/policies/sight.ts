import { roles } from "@team-chat/contract";

import type { Sights } from "../sight/sight.ts";

interface Seen {
  readonly userId: number;
  readonly isBot: boolean;
}

/** Whether somebody may see a user. */
export type Sees = (user: Seen) => boolean;

/** What everybody but limited guests sees. */
export const seesEverybody: Sees = () => true;

/** Whom the viewer sees as far as clients have been told (docs/subsystems/users.md, Guests' sight): bots, and humans as known. */
export function sightOf(sights: Sights, viewerId: number): Sees {
  const sight = sights.get(viewerId);
  if (sight?.limited !== true) return seesEverybody;
  return ({ isBot, userId }) => isBot || userId === viewerId || sight.seen.has(userId);
}

/** The guests who do not see the user, by id. */
export function blindTo(sights: Sights, user: Seen): number[] {
  const blind: number[] = [];
  for (const { guestId } of sights.values())
    if (!sightOf(sights, guestId)(user)) blind.push(guestId);
  return blind.toSorted((a, b) => a - b);
}

/** Whether the organization lets guests see only some users: `can_access_all_users_group` is not for everybody. */
export function limitsGuests(
  { settings }: { readonly settings: Readonly<Record<string, unknown>> },
  systemGroups: { readonly "role:everyone": number },
): boolean {
  const group = settings["can_access_all_users_group"];
  return group !== undefined && group !== systemGroups["role:everyone"];
}

/** Whether an account is of those whom the organization may limit. */
export function isLimitable(user: { readonly role: number; readonly isActive: boolean }): boolean {
  return user.role === roles.guest && user.isActive;
}
