import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

import {
  AckPolicy,
  DeliverPolicy,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { nanos } from "@nats-io/transport-node";
import { eventStreamName, type Layout, partitionSubject, sourceSubject } from "@team-chat/contract";

import type { Nats } from "./connect.ts";
import { buckets, type Durable, durables } from "./durables.ts";
import { keepLayoutNote } from "./layouts.ts";

export interface ProvisionOptions {
  /** Rule by which organizations are spread over the streams. */
  readonly layout: Layout;
  /** Copies of each stream in a NATS cluster. */
  readonly replicas: number;
  /** Longest time that a queue may stay unread: clients may ask for a queue lifespan of at most seven days. */
  readonly retentionMs: number;
  /** Size at which a stream loses its oldest bundles; a gibibyte when left out. */
  readonly maxBytes?: number;
  /** Time in which the stream knows a bundle again, in ms; two minutes when left out. */
  readonly duplicatesMs?: number;
}

const usualDuplicatesMs = 120_000;
const usualMaxBytes = 2 ** 30;

/**
 * Creates streams, durable consumers and buckets that do not exist and brings the settings of those that do up to date.
 * Repeatable.
 * @throws Error that says what to do when the servers have no room for the streams, or the cluster has another layout
 */
export async function provision(nats: Nats, options: ProvisionOptions): Promise<void> {
  const manager = await jetstreamManager(nats);
  const kvm = new Kvm(nats);
  await kvm.create(buckets.queues, { history: 1, replicas: options.replicas });
  await kvm.create(buckets.epochs, { history: 1, replicas: options.replicas });
  await keepLayoutNote(nats, options.layout);
  for (let partition = 0; partition < options.layout.streams; partition += 1) {
    await ensureStream(manager, partition, options);
    for (const durable of Object.keys(durables) as Durable[])
      await ensureDurable(manager, partition, durable);
  }
}

/**
 * Creates or updates a stream. Its description names the history that its sequences count in. The time of its creation
 * does not: the server changes that when the settings of a restored stream are written again. For the same reason
 * settings are only written when they differ.
 */
async function ensureStream(
  manager: JetStreamManager,
  partition: number,
  options: ProvisionOptions,
): Promise<void> {
  const name = eventStreamName(partition);
  const settings = {
    subjects: [partitionSubject(partition)],
    max_age: nanos(options.retentionMs),
    max_bytes: options.maxBytes ?? usualMaxBytes,
    duplicate_window: nanos(options.duplicatesMs ?? usualDuplicatesMs),
    num_replicas: options.replicas,
    allow_direct: true,
  };
  try {
    const found = await findStream(manager, name);
    if (found === null) await addStream(manager, name, settings);
    else if (!isDeepStrictEqual(settings, pickFrom(found.config, settings)))
      await manager.streams.update(name, settings);
  } catch (error) {
    if (!isWithoutRoom(error)) throw error;
    const needed = `${options.layout.streams} streams of ${settings.max_bytes / 2 ** 20} MiB`;
    throw new Error(
      `NATS has no room for ${needed}: raise its max_file_store, or lower STREAM_MAX_MIB (docs/hosting.md#streams).`,
      { cause: error },
    );
  }
}

async function addStream(
  manager: JetStreamManager,
  name: string,
  settings: Partial<StreamConfig>,
): Promise<void> {
  await manager.streams
    .add({
      name,
      description: `history ${randomUUID()}`,
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      ...settings,
    })
    .catch(async (error: unknown) => {
      // Somebody else was first.
      if ((await findStream(manager, name)) === null) throw error;
    });
}

/** Counts the event streams that there are, from the first on. */
export async function countEventStreams(nats: Nats): Promise<number> {
  const manager = await jetstreamManager(nats);
  let count = 0;
  while ((await findStream(manager, eventStreamName(count))) !== null) count += 1;
  return count;
}

async function findStream(manager: JetStreamManager, name: string): Promise<StreamInfo | null> {
  try {
    return await manager.streams.info(name);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

function pickFrom<Shape extends object>(config: Shape, wanted: Partial<Shape>): Partial<Shape> {
  const names = Object.keys(wanted) as (keyof Shape)[];
  return Object.fromEntries(names.map((name) => [name, config[name]])) as Partial<Shape>;
}

async function ensureDurable(
  manager: JetStreamManager,
  partition: number,
  durable: Durable,
): Promise<void> {
  const name = eventStreamName(partition);
  const found = await manager.consumers.info(name, durable).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
  if (found === null)
    await manager.consumers.add(name, {
      ...durableConfig(partition, durable),
      deliver_policy: DeliverPolicy.All,
    });
  else if (found.config.ack_wait !== durableSettings.ack_wait)
    await manager.consumers.update(name, durable, durableSettings);
}

const durableSettings = {
  // What a killed process had under way comes again after this; consumers handle a bundle within milliseconds and twice
  // without harm.
  ack_wait: nanos(3000),
  max_ack_pending: 1024,
};

/** Returns a durable consumer's configuration, wherever it begins. */
export function durableConfig(partition: number, durable: Durable) {
  return {
    durable_name: durable,
    filter_subject: sourceSubject(partition, durables[durable]),
    ack_policy: AckPolicy.Explicit,
    ...durableSettings,
  };
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && /not found/.test(error.message);
}

/** Tells whether the servers cannot keep as many bytes as a stream may have. */
function isWithoutRoom(error: unknown): boolean {
  return error instanceof Error && /insufficient storage|no suitable peers/.test(error.message);
}
