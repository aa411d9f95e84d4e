import { roles, type UserRecord } from "@team-chat/contract";

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
