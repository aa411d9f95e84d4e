import { DeliverPolicy, jetstreamManager, type OrderedConsumerOptions } from "@nats-io/jetstream";
import { eventStreamName, realmSubject } from "@team-chat/contract";

import type { Nats } from "./connect.ts";
import { buckets } from "./durables.ts";
import { readStored } from "./read-stored.ts";

interface Position {
  readonly stream: string;
  readonly what: Partial<OrderedConsumerOptions>;
  /** Tells whether a message is of the organization. */
  readonly isMeant: (data: Uint8Array) => boolean;
}

/** Everything that NATS holds of one organization: its bundles in the streams of events, and its queues. */
export interface RealmEvents {
  /** Deletes some of it; returns how much, which is 0 once there is nothing. */
  deleteSome(realmId: number): Promise<number>;
  /** Counts what is left, by place. */
  count(realmId: number): Promise<readonly { readonly place: string; readonly count: number }[]>;
}

const deletedAtOnce = 64;
/** Of one call, so that whoever deletes can be interrupted. */
const mostDeleted = 2048;

/**
 * Returns how to delete what NATS holds of an organization. Messages are deleted one by one, which needs no right to
 * empty a stream. A partition that an organization was in while there were fewer of them is looked through, too.
 */
export function realmEvents(nats: Nats, partitions: number): RealmEvents {
  return {
    async deleteSome(realmId) {
      const { streams } = await jetstreamManager(nats);
      for (const place of positionsOf(realmId, partitions)) {
        const found: number[] = [];
        for await (const sequence of sequencesIn(nats, place)) {
          found.push(sequence);
          if (found.length === mostDeleted) break;
        }
        for (let index = 0; index < found.length; index += deletedAtOnce)
          await Promise.all(
            found
              .slice(index, index + deletedAtOnce)
              // Without overwriting what was stored, which takes far longer.
              .map((sequence) => streams.deleteMessage(place.stream, sequence, false)),
          );
        if (found.length > 0) return found.length;
      }
      return 0;
    },
    async count(realmId) {
      const counts: { place: string; count: number }[] = [];
      for (const place of positionsOf(realmId, partitions)) {
        let count = 0;
        for await (const _ of sequencesIn(nats, place)) count += 1;
        counts.push({ place: place.stream, count });
      }
      return counts;
    },
  };
}

function positionsOf(realmId: number, partitions: number): readonly Position[] {
  const bundles = Array.from({ length: partitions }, (_, partition) => ({
    stream: eventStreamName(partition),
    what: { filter_subjects: realmSubject(partition, realmId), headers_only: true },
    isMeant: () => true,
  }));
  const queues: Position = {
    stream: `KV_${buckets.queues}`,
    what: { deliver_policy: DeliverPolicy.LastPerSubject },
    isMeant: (data) => realmOfQueue(data) === realmId,
  };
  return [...bundles, queues];
}

/** Reads whose queue a descriptor is of; undefined for what is none, such as a marker of an earlier release. */
function realmOfQueue(data: Uint8Array): unknown {
  const text = Buffer.from(data).toString();
  if (!text.startsWith("{")) return undefined;
  return (JSON.parse(text) as { realmId?: unknown }).realmId;
}

async function* sequencesIn(
  nats: Nats,
  { isMeant, stream, what }: Position,
): AsyncGenerator<number> {
  for await (const message of readStored(nats, stream, what))
    if (isMeant(message.data)) yield message.seq;
}
