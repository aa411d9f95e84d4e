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

/** Returns the slot of all of a user's queues: one process has them all, and can count them. */
export function slotOfUser(userId: number): number {
  return Math.imul(userId, 0x9e_37_79_b1) >>> 24;
}

/** Returns the name of a slot among all partitions, by which processes share them. */
export function slotKey({ partition, slot }: QueueSlot): string {
  return `${partition}-${slot}`;
}
