export { ChannelDirectory } from "./channel-directory.ts";
export { derivedFromUsers } from "./derived.ts";
export { Projection, type ProjectionOptions } from "./projection.ts";
export { TopicPolicies, topicPolicy } from "./topic-policies.ts";
export { UserDirectory } from "./user-directory.ts";
