import { randomUUID } from "node:crypto";

import { type KV, type KvEntry, Kvm } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";

import { buckets } from "./durables.ts";

/**
 * Opens the bucket of the partitions' marks; read from the stream's leader, because an older mark would bring ended
 * queues back.
 */
export function openEpochs(nats: NatsConnection): Promise<KV> {
  return new Kvm(nats).open(buckets.epochs, { allow_direct: false });
}

/** Reads a partition's mark; empty before the first loss. */
export async function epochMark(nats: NatsConnection, partition: number): Promise<string> {
  const entry = await (await openEpochs(nats)).get(String(partition));
  return entry?.string() ?? "";
}

/**
 * Returns the time from which on bundles of the epoch that begins with a mark may have to be handled again: what was
 * handled before it is known to whoever handled it.
 */
export function epochSince(mark: string): Date {
  const [, ms] = mark.split(" ");
  return ms === undefined ? new Date() : new Date(Number(ms));
}

/**
 * Says that a partition's stream lost bundles that were stored: queues that began before must end, because positions
 * after the loss mean other bundles now. Does nothing when somebody said so since the mark was `known`. Returns the
 * mark that holds now. What consumers have handled after `since` is not known any more; now when left out.
 */
export async function bumpEpoch(
  nats: NatsConnection,
  partition: number,
  { known, since = new Date() }: { readonly known: string; readonly since?: Date },
): Promise<string> {
  const epochs = await openEpochs(nats);
  const key = String(partition);
  for (;;) {
    const current = await epochs.get(key);
    if (current !== null && current.string() !== known) return current.string();
    const mark = `${randomUUID()} ${since.getTime()}`;
    if (await putIfUnchanged(epochs, current, { key, value: mark })) return mark;
  }
}

/** Puts an entry in the place of the one that was read; false when somebody else did so meanwhile. */
export async function putIfUnchanged(
  epochs: KV,
  read: KvEntry | null,
  { key, value }: { readonly key: string; readonly value: string },
): Promise<boolean> {
  try {
    await epochs.put(key, value, { previousSeq: read?.revision ?? 0 });
    return true;
  } catch (error) {
    if (error instanceof Error && /wrong last sequence/.test(error.message)) return false;
    throw error;
  }
}
