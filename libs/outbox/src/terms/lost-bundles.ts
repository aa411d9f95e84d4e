import { DeliverPolicy, jetstreamManager, type OrderedConsumerOptions } from "@nats-io/jetstream";
import {
  eventStreamName,
  type Layout,
  partitionOf,
  partitionSubject,
  realmOfSubject,
  realmSubject,
} from "@team-chat/contract";
import { type Nats, readStored } from "@team-chat/nats";

import { rowOf } from "../message-id.ts";
import { clockSkewMs, idHeader } from "../stored-rows.ts";
import type { NewestRow } from "./term-table.ts";

interface Streams {
  readonly nats: Nats;
  readonly service: string;
  readonly layout: Layout;
}

/** A bundle of a term, as the stream has it. */
interface StoredBundle {
  readonly partition: number;
  readonly realmId: number;
  readonly id: number;
  readonly sequence: number;
  readonly storedAt: Date;
}

/** A bundle that the stream has and the database has not. */
export type LostBundle = StoredBundle;

/**
 * Finds the service's bundles that the stream has and the database has lost. A realm's rows are written in the order of
 * their ids, and the newest is always known, so that what is above it was lost. Bundles of releases without terms do
 * not count. The rows are read after the stream, which then holds nothing that came later.
 */
export async function findLostBundles(
  of: Streams,
  readNewest: () => Promise<ReadonlyMap<number, NewestRow>>,
): Promise<readonly LostBundle[]> {
  const last: StoredBundle[] = [];
  for (let partition = 0; partition < of.layout.streams; partition += 1)
    last.push(...(await lastBundles(of, partition)));
  if (last.length === 0) return [];
  const newest = await readNewest();
  const isLost = ({ id, realmId }: StoredBundle) => id > (newest.get(realmId)?.id ?? 0);
  const ends = new Map<number, number>();
  for (const { realmId, sequence } of last.filter(isLost))
    ends.set(realmId, Math.max(sequence, ends.get(realmId) ?? 0));
  const lost: LostBundle[] = [];
  for (const [realmId, end] of ends) {
    const since = newest.get(realmId)?.createdAt ?? new Date(0);
    const found = await bundlesOf(of, realmId, { since, end });
    lost.push(...found.filter(isLost));
  }
  return lost;
}

const deletedAtOnce = 64;

/** Deletes bundles from the streams, so that whoever reads these again finds what the database holds. */
export async function deleteBundles(nats: Nats, bundles: readonly LostBundle[]): Promise<void> {
  const manager = await jetstreamManager(nats);
  for (let index = 0; index < bundles.length; index += deletedAtOnce)
    await Promise.all(
      bundles.slice(index, index + deletedAtOnce).map(({ partition, sequence }) =>
        // Without overwriting what was stored, which takes far longer.
        manager.streams.deleteMessage(eventStreamName(partition), sequence, false),
      ),
    );
}

/** Finds the last bundle on each subject of the partition. */
function lastBundles(of: Streams, partition: number): Promise<readonly StoredBundle[]> {
  return readBundles(of, partition, {
    filter_subjects: partitionSubject(partition),
    deliver_policy: DeliverPolicy.LastPerSubject,
  });
}

async function bundlesOf(
  of: Streams,
  realmId: number,
  { end, since }: { readonly since: Date; readonly end: number },
): Promise<readonly StoredBundle[]> {
  const partition = partitionOf(realmId, of.layout);
  const found = await readBundles(of, partition, {
    filter_subjects: realmSubject(partition, realmId),
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: new Date(since.getTime() - clockSkewMs).toISOString(),
  });
  return found.filter(({ sequence }) => sequence <= end);
}

/** Reads what the partition holds of this at this moment. */
async function readBundles(
  { nats, service }: Streams,
  partition: number,
  what: Partial<OrderedConsumerOptions>,
): Promise<readonly StoredBundle[]> {
  const found: StoredBundle[] = [];
  const stream = eventStreamName(partition);
  for await (const message of readStored(nats, stream, { ...what, headers_only: true })) {
    const row = rowOf(message.headers?.get(idHeader) ?? "", service);
    if (row !== null && row.term !== null)
      found.push({
        partition,
        realmId: realmOfSubject(message.subject),
        id: row.id,
        sequence: message.seq,
        storedAt: new Date(message.timestamp),
      });
  }
  return found;
}
