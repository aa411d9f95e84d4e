/**
 * Operations that go on with what the one before made, by one person: steps drawn one by one seldom meet. Each saga is
 * there for kinds of events that would otherwise come up too seldom to be counted on.
 */
export interface Saga {
  readonly operations: readonly string[];
  readonly by: Actors;
}

/** Users who may act in a saga: the owner alone; the one whose client is an older one (see `anyCast`); or anybody. */
export type Actors = "owner" | "older" | "anyone";

const anyone: readonly (readonly string[])[] = [
  ["createDrafts", "editDraft", "deleteDraft"],
  ["createSavedSnippet", "updateSavedSnippet", "deleteSavedSnippet"],
  ["addNavigationView", "addNavigationView", "updateNavigationView", "deleteNavigationView"],
  ["createScheduledMessage", "updateScheduledMessage", "deleteScheduledMessage"],
  ["createReminder", "deleteReminder"],
  ["addReaction", "removeReaction"],
  ["uploadFile", "sendFile", "updateMessage", "deleteAttachment"],
  ["sendMessage", "setTypingStatusForMessageEdit", "updateMessage"],
  ["setTypingStatus", "setTypingStatus", "setTypingStatus"],
  ["setTypingStatusForMessageEdit", "setTypingStatusForMessageEdit"],
  ["setTopicMuted", "setTopicVisibility"],
  ["muteUser", "unmuteUser"],
  ["addAlertWords", "removeAlertWords"],
  ["updateMessageFlags", "updateMessageFlags", "updateMessageFlags"],
  ["sendMessage", "addSubmessage", "addSubmessage"],
  ["uploadFile", "deleteAttachment"],
  ["updateOwnPresence", "shareOwnPresence", "shareOwnPresence"],
  ["updateMessage", "deleteMessage"],
  ["updateSubscriptionProperty", "unsubscribe", "joinAgain"],
  ["createBot", "updateBot"],
];

const older: readonly (readonly string[])[] = [
  ["setTopicMuted", "setTopicMuted", "setTopicMuted"],
  ["updateDisplaySettings", "updateDisplaySettings", "updateDisplaySettings"],
  ["updateNotificationSettings", "updateNotificationSettings", "updateNotificationSettings"],
];

const owners: readonly (readonly string[])[] = [
  ["createChannelFolder", "createChannelFolder", "reorderChannelFolders", "updateChannelFolder"],
  ["reorderChannelFolders", "reorderChannelFolders", "updateChannelFolder"],
  ["createProfileField", "updateProfileField", "reorderProfileFields", "deleteProfileField"],
  ["addDefaultChannel", "removeDefaultChannel"],
  ["createUserGroup", "addSubgroup", "removeSubgroup", "updateUserGroup"],
  ["addSubgroup", "removeSubgroup", "updateUserGroupSubgroups"],
  ["createUserGroup", "updateUserGroupMembers", "deactivateUserGroup", "updateUserGroup"],
  ["addRealmDomain", "updateRealmDomain", "updateRealmDomain", "removeRealmDomain"],
  ["uploadRealmEmoji", "deactivateRealmEmoji"],
  ["uploadRealmIcon", "deleteRealmIcon"],
  ["addLinkifier", "updateLinkifier", "reorderLinkifiers", "removeLinkifier"],
  ["addPlayground", "removePlayground"],
  ["updateRealm", "updateRealm", "updateRealm", "updateRealm"],
  ["updateUserSettingsDefaults", "updateUserSettingsDefaults", "updateUserSettingsDefaults"],
  ["createBot", "updateBot", "updateBot", "deactivateBot"],
  ["createBot", "giveBot", "giveBot", "giveBot", "giveBot", "giveBot", "giveBot"],
  ["limitGuests", "putOut", "putOut", "bringIn"],
  ["archiveChannel", "updateChannel"],
  ["createChannel", "unsubscribe", "joinAgain", "archiveNewest"],
  ["createUser", "deactivateUser", "reactivateUser"],
  ["updateOwnStatus", "updateUserStatus"],
  ["sendInvites", "createInviteLink"],
];

function sagasBy(by: Actors, all: readonly (readonly string[])[]): readonly Saga[] {
  return all.map((operations) => ({ operations, by }));
}

export const sagas: readonly Saga[] = [
  ...sagasBy("anyone", anyone),
  ...sagasBy("older", older),
  ...sagasBy("owner", owners),
];
