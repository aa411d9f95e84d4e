import { randomUUID } from "node:crypto";

/** Every partition's queues are spread over this many slots, which the living events processes share. */
export const slotsPerPartition = 256;

/** Partition and slot that a queue belongs to. */
export interface QueueSlot {
  readonly partition: number;
  readonly slot: number;
}

const shape = /^(\d{1,4})-(\d{1,3})-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Makes a new queue's id, which nobody can guess. */
export function newQueueId({ partition, slot }: QueueSlot): string {
  return `${partition}-${slot}-${randomUUID()}`;
}

/** Reads the partition and slot from a queue id; null when it never was one of ours. */
export function parseQueueId(queueId: string): QueueSlot | null {
  const match = shape.exec(queueId);
  if (!match) return null;
  const slot = Number(match[2]);
  return slot < slotsPerPartition ? { partition: Number(match[1]), slot } : null;
}

/** Queues of one organization that share a slot, and thereby a process of `events`, unless it may have more. */
const queuesOfSlot = 10_000;

/**
 * Returns the slot of all of a user's queues, so that one process has them all and can count them. An organization that
 * may have few queues has one slot: one process reads its events, and no other. One that may have more has as many as
 * it needs, and one without a limit (null) all of them, so that its work is shared by all processes.
 */
export function slotOfUser(
  { realmId, userId }: { readonly realmId: number; readonly userId: number },
  mostQueues: number | null,
): number {
  const apart = mostQueues === null ? slotsPerPartition : mostQueues / queuesOfSlot;
  const slots = Math.min(slotsPerPartition, 2 ** Math.ceil(Math.log2(Math.max(1, apart))));
  // The upper bits of the user's: most users keep their slot when the organization gets more.
  const ownBits = slotsPerPartition - slotsPerPartition / slots;
  return (hashOf(realmId) + (hashOf(userId) & ownBits)) % slotsPerPartition;
}

/** Spreads consecutive numbers over all slots. */
function hashOf(id: number): number {
  return Math.imul(id, 0x9e_37_79_b1) >>> 24;
}

/** Returns the name of a slot among all partitions, by which processes share them. */
export function slotKey({ partition, slot }: QueueSlot): string {
  return `${partition}-${slot}`;
}
