import { Kvm } from "@nats-io/kv";
import { buckets, type Nats } from "@team-chat/nats";

/**
 * Says that a partition's stream lost bundles that were stored: queues that began before must end, because positions after the loss
 * mean other bundles now.
 */
export async function bumpEpoch(nats: Nats, partition: number): Promise<void> {
  const epochs = await new Kvm(nats).open(buckets.epochs);
  await epochs.put(String(partition), String(Date.now()));
}
