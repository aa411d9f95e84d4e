import { apiKeysOperations } from "../api-keys/index.ts";
import { maxAvatarMib } from "./avatars.ts";
import { createUser } from "./create-user.ts";
import { deactivateOwnUser } from "./deactivate-own-user.ts";
import { deactivateUser } from "./deactivate-user.ts";
import { deleteOwnAvatar } from "./delete-own-avatar.ts";
import { devFetchApiKey } from "./dev-fetch-api-key.ts";
import { devListUsers } from "./dev-list-users.ts";
import { fetchApiKey } from "./fetch-api-key.ts";
import { getAvatarImage } from "./get-avatar-image.ts";
import { getAvatar, getMediumAvatar } from "./get-avatar.ts";
import { getOwnUser } from "./get-own-user.ts";
import { getUserByEmail } from "./get-user-by-email.ts";
import { getUser } from "./get-user.ts";
import { jwtFetchApiKey } from "./jwt-fetch-api-key.ts";
import { listUsers } from "./list-users.ts";
import { reactivateUser } from "./reactivate-user.ts";
import { regenerateOwnKey } from "./regenerate-own-key.ts";
import { updateUserByEmail } from "./update-user-by-email.ts";
import { updateUser } from "./update-user.ts";
import { uploadOwnAvatar } from "./upload-own-avatar.ts";

export { usersDomainEvent, usersEvent } from "./events.ts";
export {
  groupCreator,
  groupPermissions,
  type GroupPermissionSetting,
  type PermissionSetting,
  realmPermissions,
} from "./permission-settings.ts";
export { type RealmSettings, realmSettings } from "./realm-settings.ts";
export { botTypes, emailVisibilities, type Role, roles } from "./roles.ts";
export {
  systemGroupChain,
  systemGroupDescriptions,
  type SystemGroupName,
  systemGroupNames,
} from "./system-groups.ts";
export { unknownUserAvatar, unknownUserName } from "./unknown-user.ts";
export { type UserObject, userObject } from "./user-object.ts";
export {
  notificationSettingNames,
  notificationSounds,
  sharedUserSettings,
  type UserSettings,
  userSettings,
} from "./user-settings.ts";
export {
  createUser,
  deactivateOwnUser,
  deactivateUser,
  deleteOwnAvatar,
  devFetchApiKey,
  devListUsers,
  fetchApiKey,
  getAvatar,
  getAvatarImage,
  getMediumAvatar,
  getOwnUser,
  getUser,
  getUserByEmail,
  jwtFetchApiKey,
  listUsers,
  maxAvatarMib,
  reactivateUser,
  regenerateOwnKey,
  updateUser,
  updateUserByEmail,
  uploadOwnAvatar,
};

export const authenticationOperations = [
  fetchApiKey,
  jwtFetchApiKey,
  devListUsers,
  devFetchApiKey,
  ...apiKeysOperations,
] as const;

export const usersOperations = [
  listUsers,
  createUser,
  getUser,
  updateUser,
  getUserByEmail,
  updateUserByEmail,
  deactivateUser,
  reactivateUser,
] as const;

export const ownAccountOperations = [getOwnUser, regenerateOwnKey, deactivateOwnUser] as const;

export const avatarsOperations = [
  uploadOwnAvatar,
  deleteOwnAvatar,
  getAvatar,
  getMediumAvatar,
  getAvatarImage,
] as const;
