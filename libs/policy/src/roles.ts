import { roles, type UserRecord } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

/** Acting user, as permissions see it. */
export type Actor = Pick<UserRecord, "id" | "role">;

/** Guests see and do only what they were invited to. */
export function isGuest(user: Actor): boolean {
  return user.role >= roles.guest;
}

/** Administrators and owners. */
export function isAdministrator(user: Actor): boolean {
  return user.role <= roles.administrator;
}

/** Owners only. */
export function isOwner(user: Actor): boolean {
  return user.role <= roles.owner;
}

/** Tells whether the organization limits which users guests see. */
export function limitsGuests(users: UserDirectory): boolean {
  const group = users.realm?.settings["can_access_all_users_group"];
  return group !== undefined && group !== users.findGroupByName("role:everyone")?.id;
}
