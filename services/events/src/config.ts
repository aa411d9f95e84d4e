import { env } from "@team-chat/config";
import { z } from "zod";

export const configSchema = z.object({
  ...env.common,
  PORT: env.port(9104),
  ...env.telemetry(9204),
  LINK_PORT: env.port(9114).describe("Port for the gateways' multiplexed connections"),
  ADVERTISED_HOST: z
    .string()
    .default("127.0.0.1")
    .describe("Name or address under which gateways reach this process"),
  USERS_URL: env.peer("users", "http://127.0.0.1:9103"),
  CHANNELS_URL: env.peer("channels", "http://127.0.0.1:9102"),
  MESSAGES_URL: env.peer("messages", "http://127.0.0.1:9101"),
});

export type EventsConfig = z.output<typeof configSchema>;
