import type { RealmRow } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";

/** Tells whether the organization asks people for their second factor whom another system vouches for. */
export function asksAfterSignIn(realm: RealmRow): boolean {
  return completeSettings(realm.settings).second_factor_after_single_sign_on;
}
