export { badCharacterIn } from "./visible-name.ts";
export { type Audience, audience, audienceTest, encodeAudience } from "./audience.ts";
export {
  type Bundle,
  type DomainEvent,
  bundle,
  domainEvent,
  maxBundleSlots,
  positionsPerBundle,
} from "./bundle.ts";
export * from "./internal-operation.ts";
export {
  type AnswerHeader,
  answersOf,
  type DescribedAnswer,
  errorCodesOf,
  isOfType,
  linesType,
} from "./answers.ts";
export {
  type Auth,
  type InputOf,
  type Operation,
  type OutputOf,
  type ServiceName,
  operation,
  type OtherSuccess,
} from "./operation.ts";
export { pictureTypes } from "./picture-types.ts";
export {
  json,
  type Param,
  type Params,
  type ParamValues,
  path,
  pathId,
  text,
  type Wire,
  word,
} from "./param.ts";
export * from "./streams/subjects.ts";
export * from "./streams/layout.ts";
export {
  type ChannelRecord,
  channelRecord,
  type ChannelsState,
  channelsState,
  countChannels,
  getChannelsState,
  getChannelsVersion,
  getSpectatorAccess,
  getGroupUses,
  listInvitableChannels,
  listTopicListeners,
  type GroupSettingValue,
  groupSettingValue,
  type MembershipRecord,
  type TopicListener,
  type TopicPolicyRecord,
  membershipRecord,
  followMessages,
  followUsers,
} from "./internal/channels.ts";
export * from "./internal/imports.ts";
export * from "./internal/linked-pages.ts";
export * from "./internal/mail.ts";
export { moveTopicPreferences, setTopicVisibilityFor } from "./internal/user-topics.ts";
export {
  type RegisterRequest,
  registerOperations,
  registerRequest,
  type RegisterSections,
  registerSections,
  parseSections,
} from "./internal/register.ts";
export {
  initialData,
  type InitialDataOwner,
  isAsked,
  type SectionName,
} from "./internal/initial-data.ts";
export {
  checkApiKey,
  checkOwnPassword,
  checkSession,
  createSession,
  endOwnSession,
  getAccessMark,
  getAuthState,
  getUsersState,
  listRecentUsers,
  listUnseenUsers,
  claimGroups,
  noteAcquaintance,
  type GroupRecord,
  groupRecord,
  type RealmRecord,
  realmRecord,
  type UserRecord,
  userRecord,
  type UsersState,
  usersState,
  followChannels,
} from "./internal/users.ts";
export {
  type Message,
  message,
  messageEdit,
  type MessageForm,
  messageReaction,
  messageSubmessage,
  presentMessage,
  type WideMessage,
  wideMessage,
} from "./event-types/message.ts";
export * from "./event-types/channel-messages-change.ts";
export * from "./event-types/bundle-facts.ts";
export * from "./event-types/delete-message.ts";
export * from "./event-types/new-message-event.ts";
export * from "./event-types/update-message-flags.ts";
export * from "./packed-messages.ts";
export { buildOpenApi, type OpenApiDocument } from "./openapi.ts";
export { type Example, type Examples } from "./openapi-answers.ts";
export { type Noun, nouns, operations } from "./operations.ts";
export {
  clientCapabilities,
  deleteQueue,
  eventsOperations,
  getEvents,
  registerParams,
  registerQueue,
} from "./events/index.ts";
export { listLimits, searchLimits, storedLimits } from "./limits.ts";
export { mostDays } from "./time-limits.ts";
export { emptyTopicDisplayName, featureLevel, serverVersion, versionFields } from "./version.ts";
export * from "./internal/realms.ts";
export * from "./internal/usage.ts";
export * from "./internal/signing-in.ts";
export { getServerSettings, serverOperations } from "./server/index.ts";
export * from "./second-factors/index.ts";
export * from "./api-keys/index.ts";
export * from "./sessions/index.ts";
export {
  botTypes,
  createUser,
  deactivateOwnUser,
  deactivateUser,
  deleteOwnAvatar,
  devFetchApiKey,
  devListUsers,
  emailVisibilities,
  fetchApiKey,
  getAvatar,
  getAvatarImage,
  getMediumAvatar,
  getOwnUser,
  getUser,
  getUserByEmail,
  groupCreator,
  jwtFetchApiKey,
  groupPermissions,
  type GroupPermissionSetting,
  listUsers,
  maxAvatarMib,
  notificationSettingNames,
  notificationSounds,
  type PermissionSetting,
  reactivateUser,
  realmPermissions,
  type RealmSettings,
  realmSettings,
  regenerateOwnKey,
  type Role,
  roles,
  sharedUserSettings,
  systemGroupChain,
  systemGroupDescriptions,
  type SystemGroupName,
  systemGroupNames,
  updateUser,
  updateUserByEmail,
  type UserObject,
  unknownUserAvatar,
  unknownUserName,
  userObject,
  usersDomainEvent,
  usersEvent,
  usersOperations,
  type UserSettings,
  uploadOwnAvatar,
  userSettings,
} from "./users/index.ts";
export {
  addDefaultChannel,
  archiveChannel,
  type ChannelObject,
  channelObject,
  channelPermissionFields,
  channelsEvent,
  channelsFacts,
  channelsOperations,
  createChannel,
  getChannel,
  getChannelEmailAddress,
  getChannelId,
  getSubscriptionStatus,
  getUserChannels,
  listChannelMembers,
  listChannels,
  listSubscriptions,
  maxChannelDescriptionLength,
  maxChannelNameLength,
  removeDefaultChannel,
  setTopicMuted,
  setTopicVisibility,
  subscribe,
  type SubscriptionObject,
  subscriptionObject,
  topicsPolicy,
  unsubscribe,
  updateChannel,
  updateSubscriptionProperties,
  updateSubscriptionProperty,
  updateSubscriptions,
} from "./channels/index.ts";
export * from "./channel-folders/index.ts";
export {
  type NoticeTarget,
  noticeTarget,
  closeLegalHolds,
  countLegalHolds,
  getChannelFacts,
  getMessageUsage,
  hasNamedTopics,
  listDirectPartners,
  postNotice,
  postReply,
  type ReplyTarget,
  replyTarget,
  followDepartures,
  publishMessages,
} from "./internal/messages.ts";
export * from "./archive/index.ts";
export * from "./internal/legal-holds.ts";
export * from "./internal/erasures.ts";
export * from "./internal/person-exports.ts";
export * from "./internal/retention.ts";
export * from "./audit/index.ts";
export * from "./drafts/index.ts";
export * from "./exports/index.ts";
export * from "./files/index.ts";
export * from "./messages/index.ts";
export * from "./saved-snippets/index.ts";
export * from "./scheduled-messages/index.ts";
export {
  addNavigationView,
  builtInViews,
  deleteNavigationView,
  listNavigationViews,
  type NavigationView,
  navigationViewsOperations,
  updateNavigationView,
} from "./navigation-views/index.ts";
export * from "./linkifiers/index.ts";
export * from "./webhooks/index.ts";
export {
  getUserStatus,
  updateOwnStatus,
  updateUserStatus,
  type UserStatus,
  userStatusesOperations,
} from "./user-statuses/index.ts";
export * from "./alert-words/index.ts";
export * from "./user-groups/index.ts";
export * from "./bots/index.ts";
export { mutedUsersOperations, muteUser, unmuteUser } from "./muted-users/index.ts";
export * from "./settings/index.ts";
export * from "./invites/index.ts";
export * from "./presence/index.ts";
export * from "./profile-fields/index.ts";
export * from "./realm/index.ts";
export * from "./emoji/index.ts";
export * from "./playgrounds/index.ts";
export * from "./calls/index.ts";
export * from "./devices/index.ts";
export * from "./push/index.ts";
export * from "./operator/index.ts";
