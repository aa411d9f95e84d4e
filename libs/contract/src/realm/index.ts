import { addRealmDomain } from "./add-realm-domain.ts";
import { listRealmDomains } from "./list-realm-domains.ts";
import { removeRealmDomain } from "./remove-realm-domain.ts";
import { testWelcomeMessage } from "./test-welcome-message.ts";
import { updateRealmDomain } from "./update-realm-domain.ts";
import { updateRealm } from "./update-realm.ts";
import { updateUserSettingsDefaults } from "./update-user-settings-defaults.ts";

export type { DomainObject } from "./domain-object.ts";
export {
  addRealmDomain,
  listRealmDomains,
  removeRealmDomain,
  testWelcomeMessage,
  updateRealm,
  updateRealmDomain,
  updateUserSettingsDefaults,
};

export const realmOperations = [
  updateRealm,
  updateUserSettingsDefaults,
  listRealmDomains,
  addRealmDomain,
  updateRealmDomain,
  removeRealmDomain,
  testWelcomeMessage,
] as const;
