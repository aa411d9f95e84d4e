import * as contract from "@team-chat/contract";
import { type Route, route } from "@team-chat/http";

import type { Context } from "./context.ts";
import { confirmEmailChange } from "./operations/accounts/confirm-email-change.ts";
import { createUser } from "./operations/accounts/create-user.ts";
import { deactivateOwnUser } from "./operations/accounts/deactivate-own-user.ts";
import { deactivateUser } from "./operations/accounts/deactivate-user.ts";
import { deleteOwnAvatar } from "./operations/accounts/delete-own-avatar.ts";
import { getAvatarImage } from "./operations/accounts/get-avatar-image.ts";
import { getAvatar } from "./operations/accounts/get-avatar.ts";
import { getMediumAvatar } from "./operations/accounts/get-medium-avatar.ts";
import { getOwnUser } from "./operations/accounts/get-own-user.ts";
import { getUserByEmail } from "./operations/accounts/get-user-by-email.ts";
import { getUser } from "./operations/accounts/get-user.ts";
import { listUsers } from "./operations/accounts/list-users.ts";
import { reactivateUser } from "./operations/accounts/reactivate-user.ts";
import { updateUserByEmail } from "./operations/accounts/update-user-by-email.ts";
import { updateUser } from "./operations/accounts/update-user.ts";
import { uploadOwnAvatar } from "./operations/accounts/upload-own-avatar.ts";
import { createApiKey } from "./operations/api-keys/create-api-key.ts";
import { endApiKey } from "./operations/api-keys/end-api-key.ts";
import { listApiKeys } from "./operations/api-keys/list-api-keys.ts";
import { createAuditDestination } from "./operations/audit/create-audit-destination.ts";
import { deleteAuditDestination } from "./operations/audit/delete-audit-destination.ts";
import { listAuditDestinations } from "./operations/audit/list-audit-destinations.ts";
import { listAuditLog } from "./operations/audit/list-audit-log.ts";
import { streamAuditLog } from "./operations/audit/stream-audit-log.ts";
import { updateAuditDestination } from "./operations/audit/update-audit-destination.ts";
import { verifyAuditLog } from "./operations/audit/verify-audit-log.ts";
import { devFetchApiKey } from "./operations/authentication/dev-fetch-api-key.ts";
import { devListUsers } from "./operations/authentication/dev-list-users.ts";
import { fetchApiKey } from "./operations/authentication/fetch-api-key.ts";
import { getServerSettings } from "./operations/authentication/get-server-settings.ts";
import { jwtFetchApiKey } from "./operations/authentication/jwt-fetch-api-key.ts";
import { regenerateOwnKey } from "./operations/authentication/regenerate-own-key.ts";
import { addBlockedAddress } from "./operations/block-list/add-blocked-address.ts";
import { listBlockedAddresses } from "./operations/block-list/list-blocked-addresses.ts";
import { removeBlockedAddress } from "./operations/block-list/remove-blocked-address.ts";
import { createBot } from "./operations/bots/create-bot.ts";
import { deactivateBot } from "./operations/bots/deactivate-bot.ts";
import { getBotApiKey } from "./operations/bots/get-bot-api-key.ts";
import { getBotStorage } from "./operations/bots/get-bot-storage.ts";
import { listBots } from "./operations/bots/list-bots.ts";
import { regenerateBotApiKey } from "./operations/bots/regenerate-bot-api-key.ts";
import { removeBotStorage } from "./operations/bots/remove-bot-storage.ts";
import { updateBotStorage } from "./operations/bots/update-bot-storage.ts";
import { updateBot } from "./operations/bots/update-bot.ts";
import { completeCallUser } from "./operations/calls/complete-call-user.ts";
import { createBigBlueButtonCall } from "./operations/calls/create-big-blue-button-call.ts";
import { createConstructorGroupsCall } from "./operations/calls/create-constructor-groups-call.ts";
import { createNextcloudTalkCall } from "./operations/calls/create-nextcloud-talk-call.ts";
import { createWebexCall } from "./operations/calls/create-webex-call.ts";
import { createZoomCall } from "./operations/calls/create-zoom-call.ts";
import { deauthorizeCallUser } from "./operations/calls/deauthorize-call-user.ts";
import { joinBigBlueButtonCall } from "./operations/calls/join-big-blue-button-call.ts";
import { registerCallUser } from "./operations/calls/register-call-user.ts";
import { addAndroidRegId } from "./operations/devices/add-android-reg-id.ts";
import { addApnsDeviceToken } from "./operations/devices/add-apns-device-token.ts";
import { registerClientDevice } from "./operations/devices/register-client-device.ts";
import { registerPushDevice } from "./operations/devices/register-push-device.ts";
import { removeAndroidRegId } from "./operations/devices/remove-android-reg-id.ts";
import { removeApnsDeviceToken } from "./operations/devices/remove-apns-device-token.ts";
import { removeClientDevice } from "./operations/devices/remove-client-device.ts";
import { sendE2eeTestNotification } from "./operations/devices/send-e2ee-test-notification.ts";
import { sendTestNotification } from "./operations/devices/send-test-notification.ts";
import { createUserGroup } from "./operations/groups/create-user-group.ts";
import { deactivateUserGroup } from "./operations/groups/deactivate-user-group.ts";
import { deleteUserGroup } from "./operations/groups/delete-user-group.ts";
import { getIsUserGroupMember } from "./operations/groups/get-is-user-group-member.ts";
import { listUserGroupMembers } from "./operations/groups/list-user-group-members.ts";
import { listUserGroupSubgroups } from "./operations/groups/list-user-group-subgroups.ts";
import { listUserGroups } from "./operations/groups/list-user-groups.ts";
import { updateUserGroupMembers } from "./operations/groups/update-user-group-members.ts";
import { updateUserGroupSubgroups } from "./operations/groups/update-user-group-subgroups.ts";
import { updateUserGroup } from "./operations/groups/update-user-group.ts";
import { acceptInvite } from "./operations/invitations/accept-invite.ts";
import { createInviteLink } from "./operations/invitations/create-invite-link.ts";
import { listInvites } from "./operations/invitations/list-invites.ts";
import { previewInvite } from "./operations/invitations/preview-invite.ts";
import { resendInvite } from "./operations/invitations/resend-invite.ts";
import { revokeInvite, revokeInviteLink } from "./operations/invitations/revoke-invite.ts";
import { sendInvites } from "./operations/invitations/send-invites.ts";
import { addLinkifier } from "./operations/organization/add-linkifier.ts";
import { addPlayground } from "./operations/organization/add-playground.ts";
import { addRealmDomain } from "./operations/organization/add-realm-domain.ts";
import { deactivateRealmEmoji } from "./operations/organization/deactivate-realm-emoji.ts";
import { getRealmEmojiImage } from "./operations/organization/get-realm-emoji-image.ts";
import { listExportConsents } from "./operations/organization/list-export-consents.ts";
import { listLinkifiers } from "./operations/organization/list-linkifiers.ts";
import { listRealmDomains } from "./operations/organization/list-realm-domains.ts";
import { listRealmEmoji } from "./operations/organization/list-realm-emoji.ts";
import { removeLinkifier } from "./operations/organization/remove-linkifier.ts";
import { removePlayground } from "./operations/organization/remove-playground.ts";
import { removeRealmDomain } from "./operations/organization/remove-realm-domain.ts";
import { reorderLinkifiers } from "./operations/organization/reorder-linkifiers.ts";
import { testWelcomeMessage } from "./operations/organization/test-welcome-message.ts";
import { updateLinkifier } from "./operations/organization/update-linkifier.ts";
import { updateRealmDomain } from "./operations/organization/update-realm-domain.ts";
import { updateRealm } from "./operations/organization/update-realm.ts";
import { updateUserSettingsDefaults } from "./operations/organization/update-user-settings-defaults.ts";
import { uploadRealmEmoji } from "./operations/organization/upload-realm-emoji.ts";
import { getRealmPresence } from "./operations/presence/get-realm-presence.ts";
import { getUserPresence } from "./operations/presence/get-user-presence.ts";
import { getUserStatus } from "./operations/presence/get-user-status.ts";
import { updateOwnPresence } from "./operations/presence/update-own-presence.ts";
import { updateOwnStatus } from "./operations/presence/update-own-status.ts";
import { updateUserStatus } from "./operations/presence/update-user-status.ts";
import { createProfileField } from "./operations/profile-fields/create-profile-field.ts";
import { deleteProfileField } from "./operations/profile-fields/delete-profile-field.ts";
import { listProfileFields } from "./operations/profile-fields/list-profile-fields.ts";
import { removeProfileData } from "./operations/profile-fields/remove-profile-data.ts";
import { reorderProfileFields } from "./operations/profile-fields/reorder-profile-fields.ts";
import { updateProfileData } from "./operations/profile-fields/update-profile-data.ts";
import { updateProfileField } from "./operations/profile-fields/update-profile-field.ts";
import { deleteRealmIcon } from "./operations/realm-icon/delete-realm-icon.ts";
import { getRealmIconImage } from "./operations/realm-icon/get-realm-icon-image.ts";
import { getRealmIcon } from "./operations/realm-icon/get-realm-icon.ts";
import { uploadRealmIcon } from "./operations/realm-icon/upload-realm-icon.ts";
import { createScimToken } from "./operations/scim/create-scim-token.ts";
import { deleteScimToken } from "./operations/scim/delete-scim-token.ts";
import { listScimTokens } from "./operations/scim/list-scim-tokens.ts";
import { listSecondFactors } from "./operations/second-factors/list-second-factors.ts";
import { resetSecondFactors } from "./operations/second-factors/reset-second-factors.ts";
import { endOtherSessions } from "./operations/sessions/end-other-sessions.ts";
import { endSession } from "./operations/sessions/end-session.ts";
import { endUserSessions } from "./operations/sessions/end-user-sessions.ts";
import { listSessions } from "./operations/sessions/list-sessions.ts";
import { addAlertWords } from "./operations/settings/add-alert-words.ts";
import { addNavigationView } from "./operations/settings/add-navigation-view.ts";
import { createSavedSnippet } from "./operations/settings/create-saved-snippet.ts";
import { deleteNavigationView } from "./operations/settings/delete-navigation-view.ts";
import { deleteSavedSnippet } from "./operations/settings/delete-saved-snippet.ts";
import { listAlertWords } from "./operations/settings/list-alert-words.ts";
import { listNavigationViews } from "./operations/settings/list-navigation-views.ts";
import { listSavedSnippets } from "./operations/settings/list-saved-snippets.ts";
import { muteUser } from "./operations/settings/mute-user.ts";
import { removeAlertWords } from "./operations/settings/remove-alert-words.ts";
import { unmuteUser } from "./operations/settings/unmute-user.ts";
import { updateNavigationView } from "./operations/settings/update-navigation-view.ts";
import { updateSavedSnippet } from "./operations/settings/update-saved-snippet.ts";
import { updateSettings } from "./operations/settings/update-settings.ts";
import { getRealmUsage } from "./operations/usage/get-realm-usage.ts";

export const routes: readonly Route<Context>[] = [
  route(contract.getServerSettings, getServerSettings),
  route(contract.fetchApiKey, fetchApiKey),
  route(contract.devFetchApiKey, devFetchApiKey),
  route(contract.devListUsers, devListUsers),
  route(contract.jwtFetchApiKey, jwtFetchApiKey),
  route(contract.listUsers, listUsers),
  route(contract.createUser, createUser),
  route(contract.getOwnUser, getOwnUser),
  route(contract.listSecondFactors, listSecondFactors),
  route(contract.resetSecondFactors, resetSecondFactors),
  route(contract.listApiKeys, listApiKeys),
  route(contract.createApiKey, createApiKey),
  route(contract.endApiKey, endApiKey),
  route(contract.listSessions, listSessions),
  route(contract.endSession, endSession),
  route(contract.endOtherSessions, endOtherSessions),
  route(contract.endUserSessions, endUserSessions),
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
  route(contract.listExportConsents, listExportConsents),
  route(contract.listScimTokens, listScimTokens),
  route(contract.createScimToken, createScimToken),
  route(contract.deleteScimToken, deleteScimToken),
  route(contract.listAuditLog, listAuditLog),
  route(contract.streamAuditLog, streamAuditLog),
  route(contract.verifyAuditLog, verifyAuditLog),
  route(contract.listAuditDestinations, listAuditDestinations),
  route(contract.createAuditDestination, createAuditDestination),
  route(contract.updateAuditDestination, updateAuditDestination),
  route(contract.deleteAuditDestination, deleteAuditDestination),
  route(contract.addRealmDomain, addRealmDomain),
  route(contract.updateRealmDomain, updateRealmDomain),
  route(contract.removeRealmDomain, removeRealmDomain),
  route(contract.listBlockedAddresses, listBlockedAddresses),
  route(contract.addBlockedAddress, addBlockedAddress),
  route(contract.removeBlockedAddress, removeBlockedAddress),
  route(contract.uploadRealmIcon, uploadRealmIcon),
  route(contract.deleteRealmIcon, deleteRealmIcon),
  route(contract.getRealmIcon, getRealmIcon),
  route(contract.getRealmIconImage, getRealmIconImage),
  route(contract.getRealmUsage, getRealmUsage),
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
