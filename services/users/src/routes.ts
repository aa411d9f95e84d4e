import * as contract from "@team-chat/contract";
import { type InternalRoute, internalRoute, type Route, route } from "@team-chat/http";

import type { Context } from "./context.ts";
import { acceptInvite } from "./operations/accept-invite.ts";
import { addAlertWords } from "./operations/add-alert-words.ts";
import { addAndroidRegId } from "./operations/add-android-reg-id.ts";
import { addApnsDeviceToken } from "./operations/add-apns-device-token.ts";
import { addLinkifier } from "./operations/add-linkifier.ts";
import { addNavigationView } from "./operations/add-navigation-view.ts";
import { addPlayground } from "./operations/add-playground.ts";
import { addRealmBot } from "./operations/add-realm-bot.ts";
import { addRealmDomain } from "./operations/add-realm-domain.ts";
import { addRealmUser } from "./operations/add-realm-user.ts";
import { checkApiKey } from "./operations/check-api-key.ts";
import { checkOwnPassword } from "./operations/check-own-password.ts";
import { claimGroups } from "./operations/claim-groups.ts";
import { completeCallUser } from "./operations/complete-call-user.ts";
import { confirmEmailChange } from "./operations/confirm-email-change.ts";
import { createBigBlueButtonCall } from "./operations/create-big-blue-button-call.ts";
import { createBot } from "./operations/create-bot.ts";
import { createConstructorGroupsCall } from "./operations/create-constructor-groups-call.ts";
import { createInviteLink } from "./operations/create-invite-link.ts";
import { createNextcloudTalkCall } from "./operations/create-nextcloud-talk-call.ts";
import { createProfileField } from "./operations/create-profile-field.ts";
import { createRealm } from "./operations/create-realm.ts";
import { createSavedSnippet } from "./operations/create-saved-snippet.ts";
import { createUserGroup } from "./operations/create-user-group.ts";
import { createUser } from "./operations/create-user.ts";
import { createWebexCall } from "./operations/create-webex-call.ts";
import { createZoomCall } from "./operations/create-zoom-call.ts";
import { deactivateBot } from "./operations/deactivate-bot.ts";
import { deactivateOwnUser } from "./operations/deactivate-own-user.ts";
import { deactivateRealmEmoji } from "./operations/deactivate-realm-emoji.ts";
import { deactivateRealm } from "./operations/deactivate-realm.ts";
import { deactivateUserGroup } from "./operations/deactivate-user-group.ts";
import { deactivateUser } from "./operations/deactivate-user.ts";
import { deauthorizeCallUser } from "./operations/deauthorize-call-user.ts";
import { deleteNavigationView } from "./operations/delete-navigation-view.ts";
import { deleteOwnAvatar } from "./operations/delete-own-avatar.ts";
import { deleteProfileField } from "./operations/delete-profile-field.ts";
import { deleteSavedSnippet } from "./operations/delete-saved-snippet.ts";
import { deleteUserGroup } from "./operations/delete-user-group.ts";
import { devFetchApiKey } from "./operations/dev-fetch-api-key.ts";
import { devListUsers } from "./operations/dev-list-users.ts";
import { fetchApiKey } from "./operations/fetch-api-key.ts";
import { followSight } from "./operations/follow-sight.ts";
import { getAuthState } from "./operations/get-auth-state.ts";
import { getAvatarImage } from "./operations/get-avatar-image.ts";
import { getAvatar } from "./operations/get-avatar.ts";
import { getBotApiKey } from "./operations/get-bot-api-key.ts";
import { getBotStorage } from "./operations/get-bot-storage.ts";
import { getIsUserGroupMember } from "./operations/get-is-user-group-member.ts";
import { getMediumAvatar } from "./operations/get-medium-avatar.ts";
import { getOwnUser } from "./operations/get-own-user.ts";
import { getRealmEmojiImage } from "./operations/get-realm-emoji-image.ts";
import { getRealmPresence } from "./operations/get-realm-presence.ts";
import { getRegisterSections } from "./operations/get-register-sections.ts";
import { getServerSettings } from "./operations/get-server-settings.ts";
import { getUserByEmail } from "./operations/get-user-by-email.ts";
import { getUserPresence } from "./operations/get-user-presence.ts";
import { getUserStatus } from "./operations/get-user-status.ts";
import { getUser } from "./operations/get-user.ts";
import { getUsersState } from "./operations/get-users-state.ts";
import { joinBigBlueButtonCall } from "./operations/join-big-blue-button-call.ts";
import { jwtFetchApiKey } from "./operations/jwt-fetch-api-key.ts";
import { listAlertWords } from "./operations/list-alert-words.ts";
import { listBots } from "./operations/list-bots.ts";
import { listInvites } from "./operations/list-invites.ts";
import { listLinkifiers } from "./operations/list-linkifiers.ts";
import { listNavigationViews } from "./operations/list-navigation-views.ts";
import { listProfileFields } from "./operations/list-profile-fields.ts";
import { listRealmDomains } from "./operations/list-realm-domains.ts";
import { listRealmEmoji } from "./operations/list-realm-emoji.ts";
import { listRealms } from "./operations/list-realms.ts";
import { listRecentUsers } from "./operations/list-recent-users.ts";
import { listSavedSnippets } from "./operations/list-saved-snippets.ts";
import { listUnseenUsers } from "./operations/list-unseen-users.ts";
import { listUserGroupMembers } from "./operations/list-user-group-members.ts";
import { listUserGroupSubgroups } from "./operations/list-user-group-subgroups.ts";
import { listUserGroups } from "./operations/list-user-groups.ts";
import { listUsers } from "./operations/list-users.ts";
import { muteUser } from "./operations/mute-user.ts";
import { noteAcquaintance } from "./operations/note-acquaintance.ts";
import { previewInvite } from "./operations/preview-invite.ts";
import { reactivateRealm } from "./operations/reactivate-realm.ts";
import { reactivateUser } from "./operations/reactivate-user.ts";
import { regenerateBotApiKey } from "./operations/regenerate-bot-api-key.ts";
import { regenerateOwnKey } from "./operations/regenerate-own-key.ts";
import { registerCallUser } from "./operations/register-call-user.ts";
import { registerClientDevice } from "./operations/register-client-device.ts";
import { registerPushDevice } from "./operations/register-push-device.ts";
import { removeAlertWords } from "./operations/remove-alert-words.ts";
import { removeAndroidRegId } from "./operations/remove-android-reg-id.ts";
import { removeApnsDeviceToken } from "./operations/remove-apns-device-token.ts";
import { removeBotStorage } from "./operations/remove-bot-storage.ts";
import { removeClientDevice } from "./operations/remove-client-device.ts";
import { removeLinkifier } from "./operations/remove-linkifier.ts";
import { removePlayground } from "./operations/remove-playground.ts";
import { removeProfileData } from "./operations/remove-profile-data.ts";
import { removeRealmDomain } from "./operations/remove-realm-domain.ts";
import { reorderLinkifiers } from "./operations/reorder-linkifiers.ts";
import { reorderProfileFields } from "./operations/reorder-profile-fields.ts";
import { resendInvite } from "./operations/resend-invite.ts";
import { revokeInvite, revokeInviteLink } from "./operations/revoke-invite.ts";
import { rotateKey } from "./operations/rotate-key.ts";
import { sendE2eeTestNotification } from "./operations/send-e2ee-test-notification.ts";
import { sendInvites } from "./operations/send-invites.ts";
import { sendTestNotification } from "./operations/send-test-notification.ts";
import { testWelcomeMessage } from "./operations/test-welcome-message.ts";
import { unmuteUser } from "./operations/unmute-user.ts";
import { updateBotStorage } from "./operations/update-bot-storage.ts";
import { updateBot } from "./operations/update-bot.ts";
import { updateLinkifier } from "./operations/update-linkifier.ts";
import { updateNavigationView } from "./operations/update-navigation-view.ts";
import { updateOwnPresence } from "./operations/update-own-presence.ts";
import { updateOwnStatus } from "./operations/update-own-status.ts";
import { updateProfileData } from "./operations/update-profile-data.ts";
import { updateProfileField } from "./operations/update-profile-field.ts";
import { updateRealmDomain } from "./operations/update-realm-domain.ts";
import { updateRealm } from "./operations/update-realm.ts";
import { updateSavedSnippet } from "./operations/update-saved-snippet.ts";
import { updateSettings } from "./operations/update-settings.ts";
import { updateUserByEmail } from "./operations/update-user-by-email.ts";
import { updateUserGroupMembers } from "./operations/update-user-group-members.ts";
import { updateUserGroupSubgroups } from "./operations/update-user-group-subgroups.ts";
import { updateUserGroup } from "./operations/update-user-group.ts";
import { updateUserSettingsDefaults } from "./operations/update-user-settings-defaults.ts";
import { updateUserStatus } from "./operations/update-user-status.ts";
import { updateUser } from "./operations/update-user.ts";
import { uploadOwnAvatar } from "./operations/upload-own-avatar.ts";
import { uploadRealmEmoji } from "./operations/upload-realm-emoji.ts";

export const routes: readonly Route<Context>[] = [
  route(contract.getServerSettings, getServerSettings),
  route(contract.fetchApiKey, fetchApiKey),
  route(contract.devFetchApiKey, devFetchApiKey),
  route(contract.devListUsers, devListUsers),
  route(contract.jwtFetchApiKey, jwtFetchApiKey),
  route(contract.listUsers, listUsers),
  route(contract.createUser, createUser),
  route(contract.getOwnUser, getOwnUser),
  route(contract.deactivateOwnUser, deactivateOwnUser),
  route(contract.regenerateOwnKey, regenerateOwnKey),
  route(contract.getUser, getUser),
  route(contract.updateUser, updateUser),
  route(contract.deactivateUser, deactivateUser),
  route(contract.reactivateUser, reactivateUser),
  route(contract.getUserByEmail, getUserByEmail),
  route(contract.updateUserByEmail, updateUserByEmail),
  route(contract.createBot, createBot),
  route(contract.listBots, listBots),
  route(contract.updateBot, updateBot),
  route(contract.deactivateBot, deactivateBot),
  route(contract.getBotApiKey, getBotApiKey),
  route(contract.regenerateBotApiKey, regenerateBotApiKey),
  route(contract.getBotStorage, getBotStorage),
  route(contract.updateBotStorage, updateBotStorage),
  route(contract.removeBotStorage, removeBotStorage),
  route(contract.listAlertWords, listAlertWords),
  route(contract.addAlertWords, addAlertWords),
  route(contract.removeAlertWords, removeAlertWords),
  route(contract.muteUser, muteUser),
  route(contract.unmuteUser, unmuteUser),
  route(contract.updateOwnStatus, updateOwnStatus),
  route(contract.getUserStatus, getUserStatus),
  route(contract.updateUserStatus, updateUserStatus),
  route(contract.listSavedSnippets, listSavedSnippets),
  route(contract.createSavedSnippet, createSavedSnippet),
  route(contract.updateSavedSnippet, updateSavedSnippet),
  route(contract.deleteSavedSnippet, deleteSavedSnippet),
  route(contract.listNavigationViews, listNavigationViews),
  route(contract.addNavigationView, addNavigationView),
  route(contract.updateNavigationView, updateNavigationView),
  route(contract.deleteNavigationView, deleteNavigationView),
  route(contract.createUserGroup, createUserGroup),
  route(contract.deactivateUserGroup, deactivateUserGroup),
  route(contract.deleteUserGroup, deleteUserGroup),
  route(contract.getIsUserGroupMember, getIsUserGroupMember),
  route(contract.listUserGroupMembers, listUserGroupMembers),
  route(contract.listUserGroupSubgroups, listUserGroupSubgroups),
  route(contract.listUserGroups, listUserGroups),
  route(contract.updateUserGroupMembers, updateUserGroupMembers),
  route(contract.updateUserGroupSubgroups, updateUserGroupSubgroups),
  route(contract.updateUserGroup, updateUserGroup),
  route(contract.listRealmEmoji, listRealmEmoji),
  route(contract.uploadRealmEmoji, uploadRealmEmoji),
  route(contract.deactivateRealmEmoji, deactivateRealmEmoji),
  route(contract.getRealmEmojiImage, getRealmEmojiImage),
  route(contract.addPlayground, addPlayground),
  route(contract.removePlayground, removePlayground),
  route(contract.listLinkifiers, listLinkifiers),
  route(contract.addLinkifier, addLinkifier),
  route(contract.updateLinkifier, updateLinkifier),
  route(contract.removeLinkifier, removeLinkifier),
  route(contract.reorderLinkifiers, reorderLinkifiers),
  route(contract.updateSettings, updateSettings),
  route(contract.uploadOwnAvatar, uploadOwnAvatar),
  route(contract.deleteOwnAvatar, deleteOwnAvatar),
  route(contract.getAvatarImage, getAvatarImage),
  route(contract.getAvatar, getAvatar),
  route(contract.getMediumAvatar, getMediumAvatar),
  route(contract.confirmEmailChange, confirmEmailChange),
  route(contract.updateDisplaySettings, updateSettings),
  route(contract.updateNotificationSettings, updateSettings),
  route(contract.updateOwnPresence, updateOwnPresence),
  route(contract.getUserPresence, getUserPresence),
  route(contract.getRealmPresence, getRealmPresence),
  route(contract.listInvites, listInvites),
  route(contract.sendInvites, sendInvites),
  route(contract.createInviteLink, createInviteLink),
  route(contract.previewInvite, previewInvite),
  route(contract.acceptInvite, acceptInvite),
  route(contract.revokeInvite, revokeInvite),
  route(contract.revokeInviteLink, revokeInviteLink),
  route(contract.resendInvite, resendInvite),
  route(contract.listProfileFields, listProfileFields),
  route(contract.createProfileField, createProfileField),
  route(contract.reorderProfileFields, reorderProfileFields),
  route(contract.updateProfileField, updateProfileField),
  route(contract.deleteProfileField, deleteProfileField),
  route(contract.updateProfileData, updateProfileData),
  route(contract.removeProfileData, removeProfileData),
  route(contract.updateRealm, updateRealm),
  route(contract.updateUserSettingsDefaults, updateUserSettingsDefaults),
  route(contract.testWelcomeMessage, testWelcomeMessage),
  route(contract.listRealmDomains, listRealmDomains),
  route(contract.addRealmDomain, addRealmDomain),
  route(contract.updateRealmDomain, updateRealmDomain),
  route(contract.removeRealmDomain, removeRealmDomain),
  route(contract.addAndroidRegId, addAndroidRegId),
  route(contract.addApnsDeviceToken, addApnsDeviceToken),
  route(contract.createBigBlueButtonCall, createBigBlueButtonCall),
  route(contract.joinBigBlueButtonCall, joinBigBlueButtonCall),
  route(contract.createNextcloudTalkCall, createNextcloudTalkCall),
  route(contract.createConstructorGroupsCall, createConstructorGroupsCall),
  route(contract.createZoomCall, createZoomCall),
  route(contract.createWebexCall, createWebexCall),
  route(contract.registerCallUser, registerCallUser),
  route(contract.completeCallUser, completeCallUser),
  route(contract.deauthorizeCallUser, deauthorizeCallUser),
  route(contract.registerClientDevice, registerClientDevice),
  route(contract.removeClientDevice, removeClientDevice),
  route(contract.registerPushDevice, registerPushDevice),
  route(contract.removeAndroidRegId, removeAndroidRegId),
  route(contract.removeApnsDeviceToken, removeApnsDeviceToken),
  route(contract.sendE2eeTestNotification, sendE2eeTestNotification),
  route(contract.sendTestNotification, sendTestNotification),
];

export const internalRoutes: readonly InternalRoute<Context>[] = [
  internalRoute(contract.getAuthState, getAuthState),
  internalRoute(contract.checkApiKey, checkApiKey),
  internalRoute(contract.checkOwnPassword, checkOwnPassword),
  internalRoute(contract.getUsersState, getUsersState),
  internalRoute(contract.registerOperations.users, getRegisterSections),
  internalRoute(contract.createRealm, createRealm),
  internalRoute(contract.listRealms, listRealms),
  internalRoute(contract.listRecentUsers, listRecentUsers),
  internalRoute(contract.listUnseenUsers, listUnseenUsers),
  internalRoute(contract.noteAcquaintance, noteAcquaintance),
  internalRoute(contract.followSight, followSight),
  internalRoute(contract.claimGroups, claimGroups),
  internalRoute(contract.deactivateRealm, deactivateRealm),
  internalRoute(contract.reactivateRealm, reactivateRealm),
  internalRoute(contract.addRealmUser, addRealmUser),
  internalRoute(contract.addRealmBot, addRealmBot),
  internalRoute(contract.rotateKey, rotateKey),
];
