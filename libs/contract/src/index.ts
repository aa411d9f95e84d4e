export { type Audience, audience, audienceTest, encodeAudience } from "./audience.ts";
export { type Bundle, type DomainEvent, bundle, domainEvent, maxBundleSlots, positionsPerBundle } from "./bundle.ts";
export { type InternalOperation, internalOperation } from "./internal-operation.ts";
export { type Auth, type InputOf, type Operation, type OutputOf, type ServiceName, operation } from "./operation.ts";
export { json, type Param, type Params, type ParamValues, path, text, type Wire, word } from "./param.ts";
export { bundleSubject, eventStreamName, leaseReleaseSubject, partitionOf, partitionSubject, realmSubject } from "./subjects.ts";
