import { env, parseConfig, secret } from "@team-chat/config";
import { z } from "zod";

export const configSchema = z.object({
  ...env.common,
  PORT: env.port(9103),
  DATABASE_URL: env.databaseUrl(),
  ...env.external,
  ...env.streams,
  ...env.spectators,
  CHANNELS_URL: env.peer("channels", "http://127.0.0.1:9102"),
  SMTP_URL: secret()
    .optional()
    .describe(
      "smtp:// or smtps:// address, with user and password, of the server that sends e-mail",
    ),
  MAIL_FROM: z.string().default("Team Chat <noreply@localhost>").describe("Sender of e-mail"),
  MAIL_DIR: z
    .string()
    .optional()
    .describe(
      "Folder for e-mail, a file each, when there is no SMTP_URL; without both it waits, and in development goes to team-chat-mail in the temporary folder",
    ),
  MESSAGES_URL: env.peer("messages", "http://127.0.0.1:9101"),
});

export type Config = z.output<typeof configSchema>;

/** The configuration of this process. @throws ConfigError naming every problem */
export function readConfig(): Config {
  return parseConfig(configSchema, process.env);
}
