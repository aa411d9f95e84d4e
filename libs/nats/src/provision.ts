import {
  AckPolicy,
  DeliverPolicy,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { nanos } from "@nats-io/transport-node";
import { eventStreamName, partitionSubject, serviceSubject } from "@team-chat/contract";

import type { Nats } from "./connect.ts";

export interface ProvisionOptions {
  readonly partitions: number;
  /** Copies of each stream in a NATS cluster. */
  readonly replicas: number;
  /** How long a queue may stay unread: the longest queue lifespan a client may ask for is seven days. */
  readonly retentionMs: number;
}

/** The durable consumers of every partition's stream, and the service whose bundles they get; null is all. Their handlers live in the service of that name. */
export const durables = {
  webhooks: null,
  channels: "users",
} as const;

/** Key-value buckets: descriptors of event queues, and epochs of partitions. */
export const buckets = { queues: "event_queues", epochs: "event_epochs" } as const;

/** Creates streams, durable consumers and buckets that do not exist and brings the settings of those that do up to date. Repeatable. */
export async function provision(nats: Nats, options: ProvisionOptions): Promise<void> {
  const manager = await jetstreamManager(nats);
  for (let partition = 0; partition < options.partitions; partition += 1) {
    await ensureStream(manager, partition, options);
    for (const [durable, service] of Object.entries(durables))
      await ensureDurable(manager, partition, { durable, service });
  }
  const kvm = new Kvm(nats);
  await kvm.create(buckets.queues, { history: 1, replicas: options.replicas });
  await kvm.create(buckets.epochs, { history: 1, replicas: options.replicas });
}

async function ensureStream(
  manager: JetStreamManager,
  partition: number,
  options: ProvisionOptions,
): Promise<void> {
  const name = eventStreamName(partition);
  const settings = {
    subjects: [partitionSubject(partition)],
    max_age: nanos(options.retentionMs),
    num_replicas: options.replicas,
    allow_direct: true,
  };
  const exists = await manager.streams.info(name).then(
    () => true,
    (error: unknown) => {
      if (isNotFound(error)) return false;
      throw error;
    },
  );
  if (exists) await manager.streams.update(name, settings);
  else
    await manager.streams.add({
      name,
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      ...settings,
    });
}

async function ensureDurable(
  manager: JetStreamManager,
  partition: number,
  { durable, service }: { readonly durable: string; readonly service: string | null },
): Promise<void> {
  await manager.consumers.add(eventStreamName(partition), {
    durable_name: durable,
    ...(service === null ? {} : { filter_subject: serviceSubject(partition, service) }),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    // What a killed process had under way comes again after this; consumers handle a bundle within milliseconds and twice without harm.
    ack_wait: nanos(10_000),
    max_ack_pending: 1024,
  });
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && /not found/.test(error.message);
}
