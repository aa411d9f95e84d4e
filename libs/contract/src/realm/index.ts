import { addRealmDomain } from "./add-realm-domain.ts";
import { createScimToken } from "./create-scim-token.ts";
import { deleteScimToken } from "./delete-scim-token.ts";
import { listRealmDomains } from "./list-realm-domains.ts";
import { listScimTokens } from "./list-scim-tokens.ts";
import { removeRealmDomain } from "./remove-realm-domain.ts";
import { testWelcomeMessage } from "./test-welcome-message.ts";
import { updateRealmDomain } from "./update-realm-domain.ts";
import { updateRealm } from "./update-realm.ts";
import { updateUserSettingsDefaults } from "./update-user-settings-defaults.ts";

export type { DomainObject } from "./domain-object.ts";
export {
  addRealmDomain,
  createScimToken,
  deleteScimToken,
  listRealmDomains,
  listScimTokens,
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
  listScimTokens,
  createScimToken,
  deleteScimToken,
] as const;
