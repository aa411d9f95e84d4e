export {
  type AccessedChannel,
  type Directories,
  hasContentAccess,
  hasMetadataAccess,
  listMetadataAudience,
  mayAdministerChannel,
  type Memberships,
} from "./channel-access.ts";
export { isOutdatedByGain, isOutdatedByLoss } from "./channel-facts.ts";
export { checkChannelName } from "./channel-name.ts";
export {
  type ChannelPermission,
  channelPermissionNames,
  channelPermissions,
} from "./channel-permissions.ts";
export { holdsChannelPermission, holdsPermission } from "./permission.ts";
export { checkQuota, checkQuotaCovers, type QuotaName } from "./quotas.ts";
export { holdsRealmPermission, type RealmPermission } from "./realm-permission.ts";
export { type Actor, isAdministrator, isGuest, isOwner, limitsGuests } from "./roles.ts";
export { checkSend, checkTopicPolicy, type Sender, type SendTarget } from "./send-permission.ts";
export { admitsSpectators, isOpenToSpectators, type SpectatorQuestion } from "./spectators.ts";
export { checkRoom } from "./stored-limits.ts";
