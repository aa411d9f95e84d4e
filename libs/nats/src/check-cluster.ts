import { jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { eventStreamName } from "@team-chat/contract";

/** Length of the longest bundle, with what is around its events (libs/outbox/src/rows.ts). */
const leastPayload = 8 * 1024 * 1024;

/**
 * Refuses a server that does not take our longest messages: what it refuses holds back everything that comes after.
 * @throws Error that says what to do
 */
export function checkMaxPayload({ info }: NatsConnection, url: string): void {
  const bytes = info?.max_payload ?? leastPayload;
  if (bytes >= leastPayload) return;
  throw new Error(
    `NATS at ${url} takes messages of ${bytes} bytes at most, and bundles of events have up to ${leastPayload}: set its max_payload to 8MB (docs/install.md).`,
  );
}

/** Event streams, as a process is configured to use them. */
export interface Partitions {
  readonly count: number;
  /** True if the process writes to them, and creates those that are missing. */
  readonly writes: boolean;
}

/**
 * Refuses to work with another number of partitions than the cluster has streams for: events of an organization would
 * go to a stream that others do not read. Where there are no streams at all they are yet to be created, and whoever
 * only reads waits for those that are missing.
 * @throws Error that says what to do
 */
export async function checkPartitions(
  nats: NatsConnection,
  { count, writes }: Partitions,
): Promise<void> {
  const { streams } = await jetstreamManager(nats, { checkAPI: false });
  const exists = (partition: number) =>
    streams.info(eventStreamName(partition)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && /not found/.test(error.message)) return false;
        throw error;
      },
    );
  if (await exists(count))
    throw new Error(
      `PARTITIONS is ${count}, but the NATS cluster has more event streams: set it to what the other processes have; it is never lowered.`,
    );
  if (writes && !(await exists(count - 1)) && (await exists(0)))
    throw new Error(
      `PARTITIONS is ${count}, but the NATS cluster has fewer event streams: set it to what the other processes have, or stop them all and run migrate with the new number (docs/hosting.md#partitions).`,
    );
}
