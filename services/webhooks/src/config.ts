import { env, secret } from "@team-chat/config";
import { networks } from "@team-chat/target-guard";
import { z } from "zod";

import { vapidFrom } from "./domain/vapid.ts";

function count(usually: number) {
  return z.coerce.number().int().min(0).default(usually);
}

export const configSchema = z.object({
  ...env.common,
  ...env.called,
  PORT: env.port(9105),
  ...env.telemetry(9205),
  ...env.database,
  USERS_URL: env.peer("users", "http://127.0.0.1:9103"),
  MESSAGES_URL: env.peer("messages", "http://127.0.0.1:9101"),
  CHANNELS_URL: env.peer("channels", "http://127.0.0.1:9102"),
  WEBHOOK_ALLOWED_NETWORKS: networks().describe(
    "Networks that bots and push services may be in although they are not public, as address/prefix separated by commas; development adds loopback",
  ),
  VAPID_PRIVATE_KEY: secret()
    .refine(
      (key) => isVapidKey(key.reveal()),
      "must be 32 bytes as base64url; make them with: openssl rand 32 | basenc --base64url",
    )
    .optional()
    .describe(
      "Key by which push services know this installation, 32 bytes as base64url; without it nothing is pushed to browsers, and with another one they have to be added again",
    ),
  MISSED_MAILS_PER_HOUR: count(30).describe(
    "Most e-mails about missed messages that a person gets in an hour; what is left goes out in the next",
  ),
  MISSED_MAILS_PER_DAY: count(20_000).describe(
    "Most e-mails about missed messages that an organization sends on a day of UTC; what is left goes out on the next",
  ),
});

export type WebhooksConfig = z.output<typeof configSchema>;

function isVapidKey(text: string): boolean {
  try {
    vapidFrom(text);
    return true;
  } catch {
    return false;
  }
}
