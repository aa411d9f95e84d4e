import type * as contract from "@team-chat/contract";

import { at } from "./address.ts";

// Operations that only what is loaded later calls: pages, dialogs and menus.

export const matchesNarrow = at<typeof contract.matchesNarrow>("GET", "/messages/matches_narrow");
export const updateOwnStatus = at<typeof contract.updateOwnStatus>("POST", "/users/me/status");
export const muteUser = at<typeof contract.muteUser>(
  "POST",
  "/users/me/muted_users/{muted_user_id}",
);
export const unmuteUser = at<typeof contract.unmuteUser>(
  "DELETE",
  "/users/me/muted_users/{muted_user_id}",
);
export const getUserChannels = at<typeof contract.getUserChannels>(
  "GET",
  "/users/{user_id}/channels",
);
export const createChannel = at<typeof contract.createChannel>("POST", "/channels/create");
export const updateChannel = at<typeof contract.updateChannel>("PATCH", "/streams/{stream_id}");
export const archiveChannel = at<typeof contract.archiveChannel>("DELETE", "/streams/{stream_id}");
export const listChannelMembers = at<typeof contract.listChannelMembers>(
  "GET",
  "/streams/{stream_id}/members",
);
export const updateRealm = at<typeof contract.updateRealm>("PATCH", "/realm");
export const updateUser = at<typeof contract.updateUser>("PATCH", "/users/{user_id}");
export const deactivateUser = at<typeof contract.deactivateUser>("DELETE", "/users/{user_id}");
export const reactivateUser = at<typeof contract.reactivateUser>(
  "POST",
  "/users/{user_id}/reactivate",
);
export const listInvites = at<typeof contract.listInvites>("GET", "/invites");
export const sendInvites = at<typeof contract.sendInvites>("POST", "/invites");
export const createInviteLink = at<typeof contract.createInviteLink>("POST", "/invites/multiuse");
export const revokeInvite = at<typeof contract.revokeInvite>("DELETE", "/invites/{invite_id}");
export const revokeInviteLink = at<typeof contract.revokeInviteLink>(
  "DELETE",
  "/invites/multiuse/{invite_id}",
);
export const resendInvite = at<typeof contract.resendInvite>("POST", "/invites/{invite_id}/resend");
export const listChannels = at<typeof contract.listChannels>("GET", "/streams");
export const addDefaultChannel = at<typeof contract.addDefaultChannel>("POST", "/default_streams");
export const removeDefaultChannel = at<typeof contract.removeDefaultChannel>(
  "DELETE",
  "/default_streams",
);
export const uploadRealmEmoji = at<typeof contract.uploadRealmEmoji>(
  "POST",
  "/realm/emoji/{emoji_name}",
);
export const uploadRealmIcon = at<typeof contract.uploadRealmIcon>("POST", "/realm/icon");
export const deleteRealmIcon = at<typeof contract.deleteRealmIcon>("DELETE", "/realm/icon");
export const deactivateRealmEmoji = at<typeof contract.deactivateRealmEmoji>(
  "DELETE",
  "/realm/emoji/{emoji_name}",
);
export const createProfileField = at<typeof contract.createProfileField>(
  "POST",
  "/realm/profile_fields",
);
export const deleteProfileField = at<typeof contract.deleteProfileField>(
  "DELETE",
  "/realm/profile_fields/{field_id}",
);
export const listLinkifiers = at<typeof contract.listLinkifiers>("GET", "/realm/linkifiers");
export const addLinkifier = at<typeof contract.addLinkifier>("POST", "/realm/filters");
export const removeLinkifier = at<typeof contract.removeLinkifier>(
  "DELETE",
  "/realm/filters/{filter_id}",
);
export const listBots = at<typeof contract.listBots>("GET", "/bots");
export const createBot = at<typeof contract.createBot>("POST", "/bots");
export const listDeliveries = at<typeof contract.listDeliveries>(
  "GET",
  "/bots/{bot_id}/deliveries",
);
export const redeliver = at<typeof contract.redeliver>(
  "POST",
  "/bots/{bot_id}/deliveries/{delivery_id}/redeliver",
);
export const deactivateBot = at<typeof contract.deactivateBot>("DELETE", "/bots/{bot_id}");
export const regenerateBotApiKey = at<typeof contract.regenerateBotApiKey>(
  "POST",
  "/bots/{bot_id}/api_key/regenerate",
);
export const listAlertWords = at<typeof contract.listAlertWords>("GET", "/users/me/alert_words");
export const addAlertWords = at<typeof contract.addAlertWords>("POST", "/users/me/alert_words");
export const removeAlertWords = at<typeof contract.removeAlertWords>(
  "DELETE",
  "/users/me/alert_words",
);
export const createUserGroup = at<typeof contract.createUserGroup>("POST", "/user_groups/create");
export const updateUserGroup = at<typeof contract.updateUserGroup>(
  "PATCH",
  "/user_groups/{user_group_id}",
);
export const updateUserGroupMembers = at<typeof contract.updateUserGroupMembers>(
  "POST",
  "/user_groups/{user_group_id}/members",
);
export const deactivateUserGroup = at<typeof contract.deactivateUserGroup>(
  "POST",
  "/user_groups/{user_group_id}/deactivate",
);
export const updateSettings = at<typeof contract.updateSettings>("PATCH", "/settings");
export const updateProfileData = at<typeof contract.updateProfileData>(
  "PATCH",
  "/users/me/profile_data",
);
export const uploadOwnAvatar = at<typeof contract.uploadOwnAvatar>("POST", "/users/me/avatar");
export const deleteOwnAvatar = at<typeof contract.deleteOwnAvatar>("DELETE", "/users/me/avatar");
export const listApiKeys = at<typeof contract.listApiKeys>("GET", "/users/{user_id}/api_keys");
export const createApiKey = at<typeof contract.createApiKey>("POST", "/users/{user_id}/api_keys");
export const endApiKey = at<typeof contract.endApiKey>(
  "DELETE",
  "/users/{user_id}/api_keys/{key_id}",
);
export const listSessions = at<typeof contract.listSessions>("GET", "/users/me/sessions");
export const endSession = at<typeof contract.endSession>(
  "DELETE",
  "/users/me/sessions/{session_id}",
);
export const endOtherSessions = at<typeof contract.endOtherSessions>(
  "DELETE",
  "/users/me/sessions",
);
export const endUserSessions = at<typeof contract.endUserSessions>(
  "DELETE",
  "/users/{user_id}/sessions",
);
export const fetchApiKey = at<typeof contract.fetchApiKey>("POST", "/fetch_api_key");
export const regenerateOwnKey = at<typeof contract.regenerateOwnKey>(
  "POST",
  "/users/me/api_key/regenerate",
);
export const deactivateOwnUser = at<typeof contract.deactivateOwnUser>("DELETE", "/users/me");
export const deleteMessage = at<typeof contract.deleteMessage>("DELETE", "/messages/{message_id}");
export const getMessageHistory = at<typeof contract.getMessageHistory>(
  "GET",
  "/messages/{message_id}/history",
);
export const getReadReceipts = at<typeof contract.getReadReceipts>(
  "GET",
  "/messages/{message_id}/read_receipts",
);
export const listPushSubscriptions = at<typeof contract.listPushSubscriptions>(
  "GET",
  "/users/me/push_subscriptions",
);
export const addPushSubscription = at<typeof contract.addPushSubscription>(
  "POST",
  "/users/me/push_subscriptions",
);
export const removePushSubscription = at<typeof contract.removePushSubscription>(
  "DELETE",
  "/users/me/push_subscriptions",
);
export const listScheduledMessages = at<typeof contract.listScheduledMessages>(
  "GET",
  "/scheduled_messages",
);
export const createScheduledMessage = at<typeof contract.createScheduledMessage>(
  "POST",
  "/scheduled_messages",
);
export const updateScheduledMessage = at<typeof contract.updateScheduledMessage>(
  "PATCH",
  "/scheduled_messages/{scheduled_message_id}",
);
export const deleteScheduledMessage = at<typeof contract.deleteScheduledMessage>(
  "DELETE",
  "/scheduled_messages/{scheduled_message_id}",
);
export const listReminders = at<typeof contract.listReminders>("GET", "/reminders");
export const createReminder = at<typeof contract.createReminder>("POST", "/reminders");
export const deleteReminder = at<typeof contract.deleteReminder>(
  "DELETE",
  "/reminders/{reminder_id}",
);
export const listSavedSnippets = at<typeof contract.listSavedSnippets>("GET", "/saved_snippets");
export const createSavedSnippet = at<typeof contract.createSavedSnippet>("POST", "/saved_snippets");
export const updateSavedSnippet = at<typeof contract.updateSavedSnippet>(
  "PATCH",
  "/saved_snippets/{saved_snippet_id}",
);
export const deleteSavedSnippet = at<typeof contract.deleteSavedSnippet>(
  "DELETE",
  "/saved_snippets/{saved_snippet_id}",
);
export const listAuditLog = at<typeof contract.listAuditLog>("GET", "/audit_log");
export const verifyAuditLog = at<typeof contract.verifyAuditLog>("GET", "/audit_log/verification");
export const listAuditDestinations = at<typeof contract.listAuditDestinations>(
  "GET",
  "/audit_log/destinations",
);
export const createAuditDestination = at<typeof contract.createAuditDestination>(
  "POST",
  "/audit_log/destinations",
);
export const updateAuditDestination = at<typeof contract.updateAuditDestination>(
  "PATCH",
  "/audit_log/destinations/{destination_id}",
);
export const deleteAuditDestination = at<typeof contract.deleteAuditDestination>(
  "DELETE",
  "/audit_log/destinations/{destination_id}",
);
export const listRealmExports = at<typeof contract.listRealmExports>("GET", "/export/realm");
export const createRealmExport = at<typeof contract.createRealmExport>("POST", "/export/realm");
export const deleteRealmExport = at<typeof contract.deleteRealmExport>(
  "DELETE",
  "/export/realm/{export_id}",
);
export const listExportConsents = at<typeof contract.listExportConsents>(
  "GET",
  "/export/realm/consents",
);
export const listMessageDeletions = at<typeof contract.listMessageDeletions>(
  "GET",
  "/archive/deletions",
);
export const restoreMessages = at<typeof contract.restoreMessages>("POST", "/archive/restore");
export const listLegalHolds = at<typeof contract.listLegalHolds>("GET", "/legal_holds");
export const beginLegalHold = at<typeof contract.beginLegalHold>("POST", "/legal_holds");
export const endLegalHold = at<typeof contract.endLegalHold>("POST", "/legal_holds/{hold_id}/end");
export const exportLegalHold = at<typeof contract.exportLegalHold>(
  "POST",
  "/legal_holds/{hold_id}/export",
);
export const listLegalHoldExports = at<typeof contract.listLegalHoldExports>(
  "GET",
  "/legal_holds/exports",
);
export const deleteLegalHoldExport = at<typeof contract.deleteLegalHoldExport>(
  "DELETE",
  "/legal_holds/exports/{export_id}",
);
export const listExportKeys = at<typeof contract.listExportKeys>("GET", "/export_keys");
export const listScimTokens = at<typeof contract.listScimTokens>("GET", "/scim_tokens");
export const createScimToken = at<typeof contract.createScimToken>("POST", "/scim_tokens");
export const deleteScimToken = at<typeof contract.deleteScimToken>(
  "DELETE",
  "/scim_tokens/{token_id}",
);
export const listBlockedAddresses = at<typeof contract.listBlockedAddresses>(
  "GET",
  "/realm/blocked_addresses",
);
export const addBlockedAddress = at<typeof contract.addBlockedAddress>(
  "POST",
  "/realm/blocked_addresses",
);
export const removeBlockedAddress = at<typeof contract.removeBlockedAddress>(
  "DELETE",
  "/realm/blocked_addresses/{pattern}",
);
export const getRealmUsage = at<typeof contract.getRealmUsage>("GET", "/realm/usage");
export const listSecondFactors = at<typeof contract.listSecondFactors>("GET", "/second_factors");
export const resetSecondFactors = at<typeof contract.resetSecondFactors>(
  "DELETE",
  "/users/{user_id}/second_factors",
);
