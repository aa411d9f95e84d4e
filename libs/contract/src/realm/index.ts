import { addBlockedAddress } from "./add-blocked-address.ts";
import { addRealmDomain } from "./add-realm-domain.ts";
import { createScimToken } from "./create-scim-token.ts";
import { deleteRealmIcon } from "./delete-realm-icon.ts";
import { deleteScimToken } from "./delete-scim-token.ts";
import { getRealmIconImage } from "./get-realm-icon-image.ts";
import { getRealmIcon } from "./get-realm-icon.ts";
import { getRealmUsage } from "./get-realm-usage.ts";
import { maxIconMib } from "./icon.ts";
import { listBlockedAddresses } from "./list-blocked-addresses.ts";
import { listRealmDomains } from "./list-realm-domains.ts";
import { listScimTokens } from "./list-scim-tokens.ts";
import { removeBlockedAddress } from "./remove-blocked-address.ts";
import { removeRealmDomain } from "./remove-realm-domain.ts";
import { testWelcomeMessage } from "./test-welcome-message.ts";
import { updateRealmDomain } from "./update-realm-domain.ts";
import { updateRealm } from "./update-realm.ts";
import { updateUserSettingsDefaults } from "./update-user-settings-defaults.ts";
import { uploadRealmIcon } from "./upload-realm-icon.ts";

export type { DomainObject } from "./domain-object.ts";
export {
  addBlockedAddress,
  addRealmDomain,
  createScimToken,
  deleteScimToken,
  listScimTokens,
  listBlockedAddresses,
  removeBlockedAddress,
  deleteRealmIcon,
  getRealmIcon,
  getRealmIconImage,
  getRealmUsage,
  listRealmDomains,
  maxIconMib,
  removeRealmDomain,
  testWelcomeMessage,
  updateRealm,
  updateRealmDomain,
  updateUserSettingsDefaults,
  uploadRealmIcon,
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
  uploadRealmIcon,
  deleteRealmIcon,
  getRealmIcon,
  getRealmIconImage,
  getRealmUsage,
] as const;
