import type { Secret } from "./secret.ts";

interface NatsVariables {
  readonly NATS_URL: string;
  readonly NATS_CREDENTIALS?: Secret | undefined;
}

/** Reads the fields of `env.nats`, as connecting takes them. */
export function natsSettings({ NATS_CREDENTIALS: credentials, NATS_URL: url }: NatsVariables) {
  return { url, credentials: credentials?.reveal() };
}
