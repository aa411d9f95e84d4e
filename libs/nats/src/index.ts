export { connectNats, type Nats } from "./connect.ts";
export { measureConsumers } from "./consumer-metrics.ts";
export { type NatsClient, natsPermissions, type Permissions } from "./permissions.ts";
export {
  type ConsumeOptions,
  consumeBundles,
  gatherBundles,
  type GatherOptions,
} from "./consume-bundles.ts";
export { commitTimeOf } from "./commit-time.ts";
export { scopeOfMessage } from "./message-scope.ts";
export { excessOf } from "./message-size.ts";
export { consumePartitions } from "./consume-partitions.ts";
export { realmEvents, type RealmEvents } from "./realm-events.ts";
export { readStored } from "./read-stored.ts";
export { parseBundle, ReceivedBundle } from "./received-bundle.ts";
export { bumpEpoch, epochMark } from "./epochs.ts";
export { findTermRecord, lossMark, markLoss, parseTerm, reserveTerm, termKey } from "./terms.ts";
export { deleteEntry } from "./delete-entry.ts";
export { followEntry } from "./follow-entry.ts";
export { followLosses } from "./follow-losses.ts";
export { buckets, type Durable, durables } from "./durables.ts";
export { countEventStreams, type ProvisionOptions, provision } from "./provision.ts";
export { findLayoutNote, noteLayout } from "./layouts.ts";
export { askLayouts, tellLayout } from "./tell-layout.ts";
export { whenHandled } from "./when-handled.ts";
export { StreamPublisher } from "./stream-publisher.ts";
export { followTurns, publishTurns } from "./turns.ts";
