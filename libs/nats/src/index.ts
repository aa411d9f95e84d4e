export { connectNats, type Nats } from "./connect.ts";
export { type ConsumeOptions, consumeBundles } from "./consume-bundles.ts";
export { buckets, durables, type ProvisionOptions, provision } from "./provision.ts";
