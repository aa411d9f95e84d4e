import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { eventStreamName, partitionOf, realmSubject } from "@team-chat/contract";
import type { Nats } from "@team-chat/nats";

import { rowIdOf } from "./relay.ts";

interface RealmStream {
  readonly nats: Nats;
  readonly service: string;
  readonly partitions: number;
  readonly realmId: number;
}

const idHeader = "Nats-Msg-Id";
/** The database's clock and the NATS server's may differ by this much. */
const clockSkewMs = 60_000;

/** Stream sequence by outbox id, of the realm's bundles stored since a moment. */
export async function storedRowsSince(
  of: RealmStream,
  since: Date,
): Promise<ReadonlyMap<number, number>> {
  const partition = partitionOf(of.realmId, of.partitions);
  const consumer = await jetstream(of.nats).consumers.get(eventStreamName(partition), {
    filter_subjects: realmSubject(partition, of.realmId),
    opt_start_time: new Date(since.getTime() - clockSkewMs).toISOString(),
    headers_only: true,
  });
  const stored = new Map<number, number>();
  const { num_pending: waiting } = await consumer.info();
  if (waiting === 0) return stored;
  const messages = await consumer.consume();
  for await (const message of messages) {
    const id = rowIdOf(message.headers?.get(idHeader) ?? "", of.service);
    if (id !== null) stored.set(id, message.seq);
    if (message.info.pending === 0) break;
  }
  await messages.close();
  return stored;
}

/** Tells whether the stream still holds this row at the sequence that was recorded for it. */
export async function isStoredAt(of: RealmStream, id: number, sequence: number): Promise<boolean> {
  const manager = await jetstreamManager(of.nats);
  const stream = eventStreamName(partitionOf(of.realmId, of.partitions));
  const message = await manager.streams
    .getMessage(stream, { seq: sequence })
    .catch((error: unknown) => {
      if (error instanceof Error && /no message found|not found/.test(error.message)) return null;
      throw error;
    });
  return message !== null && rowIdOf(message.header.get(idHeader), of.service) === id;
}
