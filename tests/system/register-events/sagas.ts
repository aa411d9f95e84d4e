/**
 * Operations that go on with what the one before made, by one person: steps drawn one by one seldom meet. Each saga is there for kinds of events that would
 * otherwise come up too seldom to be counted on.
 */
export interface Saga {
  readonly operations: readonly string[];
  /** Whether only the owner may do it. */
  readonly byOwner: boolean;
}

const anyone: readonly (readonly string[])[] = [
  ["createDrafts", "editDraft", "deleteDraft"],
  ["createSavedSnippet", "updateSavedSnippet", "deleteSavedSnippet"],
  ["addNavigationView", "updateNavigationView", "deleteNavigationView"],
  ["createScheduledMessage", "updateScheduledMessage", "deleteScheduledMessage"],
  ["createReminder", "deleteReminder"],
  ["addReaction", "removeReaction"],
  ["uploadFile", "sendMessage", "deleteAttachment"],
  ["sendMessage", "setTypingStatusForMessageEdit", "updateMessage"],
  ["setTypingStatus", "setTypingStatus"],
  ["setTypingStatusForMessageEdit", "setTypingStatusForMessageEdit"],
  ["setTopicMuted", "setTopicVisibility"],
  ["setTopicMuted", "setTopicMuted", "setTopicMuted"],
  ["muteUser", "unmuteUser"],
  ["addAlertWords", "removeAlertWords"],
  ["updateDisplaySettings", "updateDisplaySettings", "updateDisplaySettings"],
  ["updateNotificationSettings", "updateNotificationSettings", "updateNotificationSettings"],
  ["updateMessageFlags", "updateMessageFlags", "updateMessageFlags"],
  ["sendMessage", "addSubmessage", "addSubmessage"],
  ["uploadFile", "deleteAttachment"],
  ["updateOwnPresence", "shareOwnPresence", "shareOwnPresence"],
  ["updateMessage", "deleteMessage"],
  ["updateSubscriptionProperty", "unsubscribe", "subscribe"],
  ["createBot", "updateBot"],
];

const owners: readonly (readonly string[])[] = [
  ["createChannelFolder", "createChannelFolder", "reorderChannelFolders", "updateChannelFolder"],
  ["reorderChannelFolders", "reorderChannelFolders", "updateChannelFolder"],
  ["createProfileField", "updateProfileField", "reorderProfileFields", "deleteProfileField"],
  ["addDefaultChannel", "removeDefaultChannel"],
  ["createUserGroup", "updateUserGroupSubgroups", "updateUserGroupSubgroups", "updateUserGroup"],
  ["createUserGroup", "updateUserGroupMembers", "deactivateUserGroup", "updateUserGroup"],
  ["addRealmDomain", "updateRealmDomain", "updateRealmDomain", "removeRealmDomain"],
  ["uploadRealmEmoji", "deactivateRealmEmoji"],
  ["addLinkifier", "updateLinkifier", "reorderLinkifiers", "removeLinkifier"],
  ["addPlayground", "removePlayground"],
  ["updateRealm", "updateRealm", "updateRealm", "updateRealm"],
  ["updateUserSettingsDefaults", "updateUserSettingsDefaults", "updateUserSettingsDefaults"],
  ["createBot", "updateBot", "updateBot", "deactivateBot"],
  ["archiveChannel", "updateChannel"],
  ["createUser", "deactivateUser", "reactivateUser"],
  ["updateOwnStatus", "updateUserStatus"],
  ["sendInvites", "createInviteLink"],
];

export const sagas: readonly Saga[] = [
  ...anyone.map((operations) => ({ operations, byOwner: false })),
  ...owners.map((operations) => ({ operations, byOwner: true })),
];
