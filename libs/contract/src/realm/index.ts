import { addBlockedAddress } from "./add-blocked-address.ts";
import { addRealmDomain } from "./add-realm-domain.ts";
import { createScimToken } from "./create-scim-token.ts";
import { deleteScimToken } from "./delete-scim-token.ts";
import { listBlockedAddresses } from "./list-blocked-addresses.ts";
import { listRealmDomains } from "./list-realm-domains.ts";
import { listScimTokens } from "./list-scim-tokens.ts";
import { removeBlockedAddress } from "./remove-blocked-address.ts";
import { removeRealmDomain } from "./remove-realm-domain.ts";
import { testWelcomeMessage } from "./test-welcome-message.ts";
import { updateRealmDomain } from "./update-realm-domain.ts";
import { updateRealm } from "./update-realm.ts";
import { updateUserSettingsDefaults } from "./update-user-settings-defaults.ts";

export type { DomainObject } from "./domain-object.ts";
export {
  addBlockedAddress,
  addRealmDomain,
  createScimToken,
  deleteScimToken,
  listRealmDomains,
  listScimTokens,
  listBlockedAddresses,
  removeBlockedAddress,
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
  listBlockedAddresses,
  addBlockedAddress,
  removeBlockedAddress,
  testWelcomeMessage,
  listScimTokens,
  createScimToken,
  deleteScimToken,
] as const;
