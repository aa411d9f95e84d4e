import type { NatsConnection } from "@nats-io/transport-node";

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
