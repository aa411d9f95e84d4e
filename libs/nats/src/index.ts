export { connectNats, type Nats } from "./connect.ts";
export {
  type ConsumeOptions,
  consumeBundles,
  gatherBundles,
  type GatherOptions,
} from "./consume-bundles.ts";
export { parseBundle, ReceivedBundle } from "./received-bundle.ts";
export { bumpEpoch, epochMark } from "./epochs.ts";
export { followMark } from "./follow-mark.ts";
export { buckets, type Durable, durables, type ProvisionOptions, provision } from "./provision.ts";
export { whenHandled } from "./when-handled.ts";
export { StreamPublisher } from "./stream-publisher.ts";
