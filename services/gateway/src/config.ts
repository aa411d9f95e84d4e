import { ConfigError, env, isLoopback, secret } from "@team-chat/config";
import { z } from "zod";

const mebibyte = 1024 * 1024;

const rules = () =>
  z
    .string()
    .regex(/^\d{1,7}:\d{1,9}(,\d{1,7}:\d{1,9})*$/, "must be like 60:200 or 60:200,3600:5000");

const fields = {
  ...env.common,
  PORT: env.port(9991),
  SHARED_PORT: env
    .integer(1, 65_535)
    .optional()
    .describe(
      "A further port, which all gateways of this machine share once they are ready (Linux only)",
    ),
  ...env.telemetry(9200),
  REDIS_URL: z
    .string()
    .regex(
      /^rediss?:\/\/[^@/]+(?:\/\d+)?$/,
      "must be redis://host:port or rediss://host:port; user and password belong into REDIS_CREDENTIALS",
    )
    .default("redis://127.0.0.1:6379")
    .describe("Where requests are counted; `rediss://` for a server that speaks TLS"),
  REDIS_CREDENTIALS: secret().optional().describe("Who the gateway is for Redis: `user:password`"),
  REDIS_TIMEOUT_MS: env
    .integer(1, 60_000)
    .default(250)
    .describe("Milliseconds that a request waits to be counted; after them it passes uncounted"),
  USERS_URL: env.peer("users", "http://127.0.0.1:9103"),
  CHANNELS_URL: env.peer("channels", "http://127.0.0.1:9102"),
  MESSAGES_URL: env.peer("messages", "http://127.0.0.1:9101"),
  WEBHOOKS_URL: env.peer("webhooks", "http://127.0.0.1:9105"),
  ...env.external,
  RATE_LIMIT_USER: rules()
    .optional()
    .describe(
      "Requests of one user, as seconds:count; by default 60:200, in development mode 60:1000000",
    ),
  RATE_LIMIT_IP: rules()
    .optional()
    .describe(
      "Requests without valid credentials from one address; by default 60:100, in development mode 60:1000000",
    ),
  RATE_LIMIT_POLLS: rules()
    .optional()
    .describe(
      "Long polls of one user at one gateway; by default 60:3000, in development mode 60:1000000",
    ),
  RATE_LIMIT_LOGIN: rules()
    .default("1800:5")
    .describe("Failed logins of one user name from one address, as seconds:count"),
  RATE_LIMIT_LOGIN_NAME: rules()
    .default("1800:100")
    .describe(
      "Failed logins of one user name from all addresses together; after them only addresses from which it logged in within 30 days may try on",
    ),
  RATE_LIMIT_MAIL: rules()
    .default("3600:5")
    .describe(
      "E-mail that people who are not logged in ask for, such as links to set a password, to one address",
    ),
  RATE_LIMIT_MAIL_ADDRESS: rules()
    .default("3600:30")
    .describe("The same from one address of a client"),
  WEB_CLIENT_FOLDER: z
    .string()
    .default("clients/web/dist")
    .describe(
      "Folder of the built web client; without one in it, / leads to the description of the API",
    ),
  TRUSTED_PROXIES: z
    .string()
    .optional()
    .describe(
      "Addresses and networks, separated by commas, whose X-Forwarded-For names the client; none by default",
    ),
  REMOTE_USER_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z\d-]*$/, "must be the name of a header")
    .optional()
    .describe(
      "Header in which a trusted proxy says who somebody is that it has let in to /accounts/login/sso/; needs TRUSTED_PROXIES, and REMOTE_USER of users",
    ),
  REMOTE_USER_SECRET: secret()
    .refine((given) => given.reveal().length >= 32, "must have at least 32 characters")
    .optional()
    .describe(
      "What that proxy sends as X-Remote-User-Secret, so that no other request is taken for its",
    ),
  MAX_BODY_BYTES: env
    .integer(1024, 1024 * mebibyte)
    .default(26 * mebibyte)
    .describe("Longest request body, in bytes; a little more than the largest upload"),
  WORK_AT_ONCE: env
    .integer(1, 100_000)
    .default(96)
    .describe(
      "Requests that are worked on at once; twice as many may wait. Long polls, registering, large requests and those that wait for their organization are not counted",
    ),
  REQUESTS_AT_ONCE: env
    .integer(1, 100_000)
    .default(256)
    .describe(
      "Requests that this gateway has passed on at once; further ones wait, and organizations take turns",
    ),
  REALM_LARGE_REQUESTS: env
    .integer(1, 1000)
    .default(1)
    .describe(
      "Requests above 1 kB, or for a thousand messages and more, that one organization has under way at once at one gateway",
    ),
};

export const configSchema = z.object(fields).superRefine((given, context) => {
  // Else anybody may send it.
  if (given.REMOTE_USER_HEADER !== undefined && given.TRUSTED_PROXIES === undefined)
    context.addIssue({
      code: "custom",
      path: ["REMOTE_USER_HEADER"],
      message: "needs TRUSTED_PROXIES, which name who may send it",
    });
});

export type GatewayConfig = z.output<typeof configSchema>;

/** Refuses to be reachable by other machines in development mode, in which anybody gets any key without a password. */
export function checkReach({ HOST: host, MODE: mode }: GatewayConfig): void {
  if (mode === "development" && !isLoopback(host))
    throw new ConfigError(
      `HOST: ${host} would let other machines in, which MODE=development must not`,
    );
}
