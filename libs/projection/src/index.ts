export { ChannelDirectory, TopicPolicies, topicPolicy } from "./channel-directory.ts";
export { Projection, type ProjectionOptions } from "./projection.ts";
export { derivedFromUsers, UserDirectory } from "./user-directory.ts";
