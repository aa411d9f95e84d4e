export { type Audience, audience, audienceTest, encodeAudience } from "./audience.ts";
export {
  type Bundle,
  type DomainEvent,
  bundle,
  domainEvent,
  maxBundleSlots,
  positionsPerBundle,
} from "./bundle.ts";
export { type InternalOperation, internalOperation } from "./internal-operation.ts";
export {
  type Auth,
  type InputOf,
  type Operation,
  type OutputOf,
  type ServiceName,
  operation,
} from "./operation.ts";
export {
  json,
  type Param,
  type Params,
  type ParamValues,
  path,
  text,
  type Wire,
  word,
} from "./param.ts";
export {
  bundleSubject,
  eventStreamName,
  leaseReleaseSubject,
  memberAskSubject,
  memberSubject,
  partitionOf,
  partitionSubject,
  realmSubject,
} from "./subjects.ts";
export {
  type ChannelRecord,
  channelRecord,
  type ChannelsState,
  channelsState,
  getChannelsState,
  getChannelsVersion,
  type GroupSettingValue,
  groupSettingValue,
  type MembershipRecord,
  membershipRecord,
} from "./internal/channels.ts";
export {
  type RegisterRequest,
  registerOperations,
  registerRequest,
  type RegisterSections,
  registerSections,
  wants,
} from "./internal/register.ts";
export {
  checkApiKey,
  getAuthState,
  getUsersState,
  type GroupRecord,
  groupRecord,
  type RealmRecord,
  realmRecord,
  type UserRecord,
  userRecord,
  type UsersState,
  usersState,
} from "./internal/users.ts";
export {
  type Message,
  message,
  type MessageForm,
  messageReaction,
  presentMessage,
  type WideMessage,
  wideMessage,
} from "./event-types/message.ts";
export { messageFacts } from "./event-types/message-facts.ts";
export { buildOpenApi, type OpenApiDocument } from "./openapi.ts";
export { operations } from "./operations.ts";
export {
  clientCapabilities,
  deleteQueue,
  eventsOperations,
  getEvents,
  registerParams,
  registerQueue,
} from "./events/index.ts";
export { emptyTopicDisplayName, featureLevel, serverVersion, versionFields } from "./version.ts";
export {
  addRealmBot,
  addRealmUser,
  createRealm,
  deactivateRealm,
  listRealms,
  rotateKey,
} from "./internal/realms.ts";
export { getServerSettings, serverOperations } from "./server/index.ts";
export {
  botTypes,
  createBot,
  createUser,
  deactivateUser,
  devFetchApiKey,
  emailVisibilities,
  fetchApiKey,
  getOwnUser,
  getUser,
  getUserByEmail,
  groupPermissions,
  listUsers,
  notificationSettingNames,
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
  userObject,
  usersEvent,
  usersOperations,
  type UserSettings,
  userSettings,
} from "./users/index.ts";
export {
  archiveChannel,
  type ChannelObject,
  channelObject,
  channelPermissionFields,
  channelsEvent,
  channelsFacts,
  channelsOperations,
  createChannel,
  getChannel,
  getChannelId,
  listChannelMembers,
  listChannels,
  listSubscriptions,
  maxChannelDescriptionLength,
  maxChannelNameLength,
  setTopicVisibility,
  subscribe,
  type SubscriptionObject,
  subscriptionObject,
  topicsPolicy,
  unsubscribe,
  updateChannel,
  updateSubscriptionProperties,
} from "./channels/index.ts";
export { postReply, type ReplyTarget, replyTarget } from "./internal/messages.ts";
export {
  addReaction,
  type FetchedMessage,
  getMessage,
  getMessages,
  listTopics,
  messagesEvent,
  messagesOperations,
  type NarrowTerm,
  removeReaction,
  sendMessage,
  updateMessageFlags,
} from "./messages/index.ts";
export {
  createSavedSnippet,
  deleteSavedSnippet,
  listSavedSnippets,
  type SavedSnippet,
  savedSnippetsOperations,
  updateSavedSnippet,
} from "./saved-snippets/index.ts";
export {
  addNavigationView,
  builtInViews,
  deleteNavigationView,
  listNavigationViews,
  type NavigationView,
  navigationViewsOperations,
  updateNavigationView,
} from "./navigation-views/index.ts";
export {
  addLinkifier,
  type Linkifier,
  linkifiersOperations,
  listLinkifiers,
  removeLinkifier,
  reorderLinkifiers,
  updateLinkifier,
} from "./linkifiers/index.ts";
