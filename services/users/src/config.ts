import { Resolver } from "node:dns/promises";

import { env, secret } from "@team-chat/config";
import { mostDeletionDays, planNames } from "@team-chat/contract";
import { networks } from "@team-chat/target-guard";
import { z } from "zod";

import { callFields, missingCallVariables } from "./domain/calls/call-fields.ts";
import { samlFields, samlOf, samlProblems } from "./domain/sign-in/saml/saml-fields.ts";
import { type OperatorKey, parseOperatorKeys } from "./policies/organization/operator-keys.ts";
import { planLimits, type PlanLimits } from "./policies/organization/plans.ts";
import { type InstallationProvider, parseProviders } from "./values/provider-settings.ts";
import { parseRemoteUser } from "./values/remote-user-settings.ts";

const jwtKeys = z.record(
  z.string(),
  z.object({ key: z.string().min(1), algorithms: z.array(z.string()).min(1) }),
);

function parsedKeys(text: string): z.output<typeof jwtKeys> | null {
  try {
    return jwtKeys.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function parsedLimits(text: string): PlanLimits | null {
  try {
    return planLimits.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function areDnsServers(list: readonly string[]): boolean {
  try {
    new Resolver().setServers(list);
    return true;
  } catch {
    return false;
  }
}

const fields = {
  ...env.common,
  ...env.called,
  PORT: env.port(9103),
  ...env.telemetry(9203),
  ...env.database,
  HOT_CONNECTIONS: env.hotConnections(),
  VERSION_CONNECTIONS: env.versionConnections(),
  ...env.external,
  ...env.streams,
  ...env.leases,
  ...env.audit,
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
  JWT_AUTH_KEYS: secret()
    .refine(
      (keys) => parsedKeys(keys.reveal()) !== null,
      'must be {"subdomain": {"key", "algorithms"}}',
    )
    .optional()
    .describe(
      'JSON object by subdomain, "" for the root organization: with which keys other systems sign the web tokens that they vouch for accounts with, `{"key": "…", "algorithms": ["HS256"]}`; public keys as PEM',
    ),
  OPENID_PROVIDERS: secret()
    .refine(
      (text) => parseProviders(text.reveal()) !== null,
      "must be a list of providers as in docs/accounts.md, each with an id of its own",
    )
    .optional()
    .describe(
      'Identity providers for single sign-on, a JSON list of `{"id", "name", "issuer", "clientId", "clientSecret"}` and more (docs/accounts.md)',
    ),
  LDAP_ALLOWED_NETWORKS: networks().describe(
    "Networks that organizations' directories may be in although they are not public, as address/prefix separated by commas; development adds loopback",
  ),
  AUDIT_ALLOWED_NETWORKS: networks().describe(
    "Networks that the audit log may be sent to although they are not public, as address/prefix separated by commas; development adds loopback",
  ),
  ...samlFields,
  REMOTE_USER: z
    .string()
    .transform(parseRemoteUser)
    .refine((given) => given !== null, 'must be like {"name": "Company log-in"}')
    .optional()
    .describe(
      'Reverse proxy that says who people are, `{"name", "organizations", "emailDomain", "createsAccounts"}`; REMOTE_USER_HEADER of the gateway names its header (docs/accounts.md)',
    ),
  OPERATOR_PORT: env.port(9107).describe("Port of the operator's interface"),
  OPERATOR_KEYS: secret()
    .refine(
      (text) => parseOperatorKeys(text.reveal()) !== null,
      'must be like [{"name": "billing", "key": "at least 32 characters", "scope": "read"}]',
    )
    .optional()
    .describe(
      'Keys of the operator\'s interface, which there is only with some: a JSON list of `{"name", "key", "scope"}` (docs/hosting.md)',
    ),
  DNS_SERVERS: z
    .string()
    .default("")
    .transform((list) => list.split(",").filter((one) => one !== ""))
    .refine(areDnsServers, "must be network addresses like 10.0.0.10 or [fd00::10]:53")
    .describe(
      "DNS servers that are asked whether a domain is an organization's, separated by commas, with or without port; those of the machine unless given",
    ),
  PLAN_LIMITS: z
    .string()
    .refine(
      (text) => parsedLimits(text) !== null,
      'must be like {"standard": {"requestsPerSecond": 100}}',
    )
    .optional()
    .describe("What plans limit otherwise than docs/hosting.md says, a JSON object by plan"),
  DELETION_DAYS: env
    .integer(0, mostDeletionDays)
    .default(30)
    .describe("Days after which an organization is deleted that its operator wants to be deleted"),
  DELETION_LEAST_DAYS: env
    .integer(0, mostDeletionDays)
    .default(1)
    .describe(
      "Least number of them that an operator may give; 0 lets organizations be deleted at once",
    ),
  ORGANIZATION_CREATION: z
    .enum(["off", "invitation", "open"])
    .default("off")
    .describe(
      "Who creates organizations on the page `/new`: nobody (`off`), whoever has an invitation of the operator (`invitation`), or everybody (`open`)",
    ),
  ORGANIZATION_CREATION_PLAN: z
    .enum(planNames)
    .default("limited")
    .describe("Plan of organizations that are created there"),
  ORGANIZATIONS_PER_DAY: env
    .integer(1, 10_000)
    .default(20)
    .describe("Most organizations that are created there within 24 hours"),
  MESSAGES_URL: env.peer("messages", "http://127.0.0.1:9101"),
  WEBHOOKS_URL: env.peer("webhooks", "http://127.0.0.1:9105"),
  ...callFields,
};

export const configSchema = z.object(fields).superRefine((given, context) => {
  for (const name of missingCallVariables(given))
    context.addIssue({ code: "custom", path: [name], message: "is needed with the others" });
  for (const { message, name } of samlProblems(given, given.MODE === "production"))
    context.addIssue({ code: "custom", path: [name], message });
  if (given.DELETION_DAYS < given.DELETION_LEAST_DAYS)
    context.addIssue({
      code: "custom",
      path: ["DELETION_DAYS"],
      message: "must not be less than DELETION_LEAST_DAYS",
    });
  if (
    given.MODE === "production" &&
    providersOf(given).some(({ issuer }) => !issuer.startsWith("https:"))
  )
    context.addIssue({
      code: "custom",
      path: ["OPENID_PROVIDERS"],
      message: "issuers must be https://",
    });
});

export type Config = z.output<typeof configSchema>;

/** Returns the keys of `JWT_AUTH_KEYS` by subdomain. */
export function jwtKeysOf({ JWT_AUTH_KEYS: keys }: Config): z.output<typeof jwtKeys> {
  return keys === undefined ? {} : (parsedKeys(keys.reveal()) ?? {});
}

/** Returns the keys of `OPERATOR_KEYS`. */
export function operatorKeysOf({
  OPERATOR_KEYS: keys,
}: Pick<Config, "OPERATOR_KEYS">): readonly OperatorKey[] {
  return keys === undefined ? [] : (parseOperatorKeys(keys.reveal()) ?? []);
}

/** Returns what plans limit otherwise than by default. */
export function planLimitsOf({ PLAN_LIMITS: text }: Pick<Config, "PLAN_LIMITS">): PlanLimits {
  return text === undefined ? {} : (parsedLimits(text) ?? {});
}

/** Returns the providers of `OPENID_PROVIDERS`. */
function providersOf({
  OPENID_PROVIDERS: providers,
}: Pick<Config, "OPENID_PROVIDERS">): readonly InstallationProvider[] {
  return providers === undefined ? [] : (parseProviders(providers.reveal()) ?? []);
}

/** Returns the networks with what development adds: in it servers may be on this machine. */
function reachable({ MODE }: Config, allowed: readonly string[]): readonly string[] {
  return MODE === "development" ? [...allowed, "127.0.0.0/8", "::1/128"] : allowed;
}

/** Returns the networks that the audit log may be sent to although they are not public. */
export function auditNetworks(config: Config): readonly string[] {
  return reachable(config, config.AUDIT_ALLOWED_NETWORKS);
}

/** Returns what signing in by other systems needs. */
export function signInSettings(config: Config) {
  const { IDENTITY_KEY: identityKey } = config;
  const directoryNetworks = reachable(config, config.LDAP_ALLOWED_NETWORKS);
  const remoteUser = config.REMOTE_USER ?? null;
  const providers = providersOf(config);
  return { identityKey, directoryNetworks, providers, remoteUser, ...samlOf(config) };
}
