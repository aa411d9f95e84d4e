import type { Secret } from "./secret.ts";

interface NatsVariables {
  readonly NATS_URL: string;
  readonly NATS_CREDENTIALS?: Secret | undefined;
}

interface StreamVariables extends NatsVariables {
  readonly PARTITIONS: number;
}

/** Reads what connecting takes of a process that writes to the event streams. */
export function writerNats(config: StreamVariables) {
  return { ...natsSettings(config), partitions: { count: config.PARTITIONS, writes: true } };
}

/** Reads what connecting takes of a process that only reads the event streams. */
export function readerNats(config: StreamVariables) {
  return { ...natsSettings(config), partitions: { count: config.PARTITIONS, writes: false } };
}

/** Reads the fields of `env.nats`, as connecting takes them. */
export function natsSettings({ NATS_CREDENTIALS: credentials, NATS_URL: url }: NatsVariables) {
  return { url, credentials: credentials?.reveal() };
}
