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
export { operations } from "./operations.ts";
export { clientCapabilities, deleteQueue, eventsOperations, getEvents, registerParams, registerQueue } from "./events/index.ts";
export { emptyTopicDisplayName, featureLevel, serverVersion, versionFields } from "./version.ts";
