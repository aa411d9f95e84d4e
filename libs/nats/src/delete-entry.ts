import { jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";

/**
 * Deletes an entry of a bucket and leaves no marker in its place, which would stay for ever. Whoever follows the bucket
 * is not told.
 */
export async function deleteEntry(
  nats: NatsConnection,
  bucket: string,
  key: string,
): Promise<void> {
  const { streams } = await jetstreamManager(nats, { checkAPI: false });
  await streams.purge(`KV_${bucket}`, { filter: `$KV.${bucket}.${key}` });
}
