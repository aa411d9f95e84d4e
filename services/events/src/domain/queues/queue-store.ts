import { type KV, Kvm } from "@nats-io/kv";
import { buckets, deleteEntry, type Nats } from "@team-chat/nats";
import { parseQueueId } from "@team-chat/rpc";

import { type Descriptor, descriptorSchema } from "../../values/descriptor.ts";

/** Descriptors of all queues of the installation, in a NATS key-value bucket. */
export class QueueStore {
  readonly #nats: Nats;
  readonly #kv: KV;

  private constructor(nats: Nats, kv: KV) {
    this.#nats = nats;
    this.#kv = kv;
  }

  static async open(nats: Nats): Promise<QueueStore> {
    return new QueueStore(nats, await new Kvm(nats).open(buckets.queues));
  }

  async put(descriptor: Descriptor): Promise<void> {
    await this.#kv.put(descriptor.id, JSON.stringify(descriptor));
  }

  /** Finds the queue's descriptor; null when there is no such queue, or not any more. */
  async find(queueId: string): Promise<Descriptor | null> {
    if (parseQueueId(queueId) === null) return null;
    const entry = await this.#kv.get(queueId);
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
