import { isIP } from "node:net";

import { env, parseConfig } from "@team-chat/config";
import { z } from "zod";

const networks = z
  .string()
  .optional()
  .transform((text) => text?.split(",") ?? [])
  .refine((list) => list.every((network) => isNetwork(network)), {
    message: "must be address/prefix, several separated by commas",
  })
  .describe(
    "Networks that bots may be in although they are not public, as address/prefix separated by commas; development adds loopback",
  );

export const configSchema = z.object({
  ...env.common,
  PORT: env.port(9105),
  ...env.telemetry(9205),
  ...env.database,
  USERS_URL: env.peer("users", "http://127.0.0.1:9103"),
  MESSAGES_URL: env.peer("messages", "http://127.0.0.1:9101"),
  WEBHOOK_ALLOWED_NETWORKS: networks,
});

export type WebhooksConfig = z.output<typeof configSchema>;

/** @throws ConfigError naming every wrong variable. */
export function readConfig(): WebhooksConfig {
  return parseConfig(configSchema, process.env);
}

function isNetwork(text: string): boolean {
  const [address = "", prefix = "", ...rest] = text.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}
