import { jetstream } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { buckets, deleteEntry, type Nats } from "@team-chat/nats";
import { parseQueueId } from "@team-chat/rpc";

import { type Descriptor, descriptorSchema } from "../../values/descriptor.ts";
import { Semaphore } from "../semaphore.ts";

/**
 * Spares NATS the queues of everybody who polled a process that was replaced, at once: the last ones would be answered
 * after their patience has ended.
 */
const lookUpsAtOnce = 64;
/** Whoever polls tries again: better than to wait for long for an answer that was lost. */
const timeout = 2000;

/** Descriptors of all queues of the installation, in a NATS key-value bucket. */
export class QueueStore {
  readonly #nats: Nats;
  readonly #kv: KV;
  readonly #lookUps = new Semaphore(lookUpsAtOnce);

  private constructor(nats: Nats, kv: KV) {
    this.#nats = nats;
    this.#kv = kv;
  }

  static async open(nats: Nats): Promise<QueueStore> {
    return new QueueStore(nats, await new Kvm(jetstream(nats, { timeout })).open(buckets.queues));
  }

  async put(descriptor: Descriptor): Promise<void> {
    await this.#kv.put(descriptor.id, JSON.stringify(descriptor));
  }

  /** Finds the queue's descriptor; null when there is no such queue, or not any more. */
  async find(queueId: string): Promise<Descriptor | null> {
    if (parseQueueId(queueId) === null) return null;
    const entry = await this.#lookUps.pass(() => this.#kv.get(queueId));
    if (entry?.operation !== "PUT") return null;
    const { data, success } = descriptorSchema.safeParse(entry.json());
    if (success) return data;
    // Of an older release, which had no limits: its client registers again.
    await this.delete(queueId);
    return null;
  }

  async delete(queueId: string): Promise<void> {
    await deleteEntry(this.#nats, buckets.queues, queueId);
  }

  /** Ids of all queues, in no order. */
  async *ids(): AsyncGenerator<string> {
    for await (const key of await this.#kv.keys()) yield key;
  }
}
