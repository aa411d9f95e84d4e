import { ConfigError, env, parseConfig, secret } from "@team-chat/config";
import { z } from "zod";

import { servicesWithDatabase, type ServiceWithDatabase } from "./migrate.ts";

/** Declares the passwords of the two roles of a service, of which its processes use one. */
function passwords<Service extends string>(service: Service) {
  const name = `${service.toUpperCase() as Uppercase<Service>}_DATABASE_PASSWORD` as const;
  const first = secret().optional().describe(`Password of the role \`${service}\``);
  const second = secret().optional().describe(`Password of the role \`${service}_2\``);
  return { [name]: first, [`${name}_2`]: second } as Record<
    typeof name | `${typeof name}_2`,
    typeof first
  >;
}

export const configSchema = z.object({
  DATABASE_URL: secret().describe(
    "postgres:// address with a role that may create roles and schemas",
  ),
  ...passwords("users"),
  ...passwords("channels"),
  ...passwords("messages"),
  ...passwords("webhooks"),
  ...env.nats,
  PARTITIONS: env.common.PARTITIONS,
  ...env.streams,
});

/** @throws ConfigError naming every wrong variable. */
export function readConfig(): z.output<typeof configSchema> {
  const config = parseConfig(configSchema, process.env);
  const closed = servicesWithDatabase.filter((service) => {
    const { first, second } = passwordsOf(config, service);
    return first === undefined && second === undefined;
  });
  if (closed.length === 0) return config;
  const lines = closed.map((service) => {
    const name = `${service.toUpperCase()}_DATABASE_PASSWORD`;
    return `${name} and ${name}_2 are not set, so that ${service} could not log in: set one of them`;
  });
  throw new ConfigError(`The configuration is wrong:\n  ${lines.join("\n  ")}`);
}

/** Returns the passwords of the two roles of a service; undefined for one as which nobody may log in. */
export function passwordsOf(
  config: z.output<typeof configSchema>,
  service: ServiceWithDatabase,
): { readonly first: string | undefined; readonly second: string | undefined } {
  const name =
    `${service.toUpperCase() as Uppercase<ServiceWithDatabase>}_DATABASE_PASSWORD` as const;
  return { first: config[name]?.reveal(), second: config[`${name}_2`]?.reveal() };
}
