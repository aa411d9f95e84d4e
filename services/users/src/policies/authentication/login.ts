import { AppError } from "@team-chat/errors";
import type { RealmRef } from "@team-chat/identity";

/** @throws NONEXISTENT_SUBDOMAIN when nobody can log in at this address */
export function checkedRealm(realm: RealmRef | null): RealmRef {
  if (realm === null) throw new AppError("NONEXISTENT_SUBDOMAIN", "Invalid subdomain");
  return realm;
}

/** Refuses a login without saying what is wrong, so that nobody learns which accounts there are. */
export function wrongCredentials(): AppError {
  return new AppError("AUTHENTICATION_FAILED", "Your username or password is incorrect");
}

/** @throws BAD_REQUEST unless the server runs in development mode */
export function checkDevelopment(mode: "development" | "production"): void {
  if (mode !== "development")
    throw new AppError("BAD_REQUEST", "Endpoint not available in production.");
}

/** @throws REALM_DEACTIVATED */
export function checkRealmOpen(realm: { readonly deactivated: boolean }): void {
  if (realm.deactivated)
    throw new AppError("REALM_DEACTIVATED", "This organization has been deactivated");
}

/** @throws USER_DEACTIVATED */
export function checkAccountActive(account: { readonly isActive: boolean }): void {
  if (!account.isActive) throw new AppError("USER_DEACTIVATED", "Account is deactivated");
}
