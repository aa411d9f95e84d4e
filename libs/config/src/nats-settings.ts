import type { Layout } from "@team-chat/contract";

import type { Secret } from "./secret.ts";

interface NatsVariables {
  readonly NATS_URL: string;
  readonly NATS_CREDENTIALS?: Secret | undefined;
}

interface StreamVariables extends NatsVariables {
  readonly PARTITIONS: Layout;
}

/** Reads what connecting takes of a process that knows where the events of an organization are. */
export function streamNats(config: StreamVariables) {
  return { ...natsSettings(config), layout: config.PARTITIONS };
}

/** Reads the fields of `env.nats`, as connecting takes them. */
export function natsSettings({ NATS_CREDENTIALS: credentials, NATS_URL: url }: NatsVariables) {
  return { url, credentials: credentials?.reveal() };
}
