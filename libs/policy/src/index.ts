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
export {
  type ChannelPermission,
  channelPermissionNames,
  channelPermissions,
  holdsChannelPermission,
} from "./channel-permission.ts";
export { holdsPermission } from "./group-setting.ts";
export { holdsRealmPermission, limitsGuests, type RealmPermission } from "./realm-permission.ts";
export { type Actor, isAdministrator, isGuest, isOwner } from "./roles.ts";
export { checkSend, checkTopicPolicy, type Sender, type SendTarget } from "./send-permission.ts";
export { checkRoom } from "./stored-limits.ts";
export { admitsSpectators, isOpenToSpectators, type SpectatorQuestion } from "./spectators.ts";
