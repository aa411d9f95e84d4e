import { parseConfig, secret } from "@team-chat/config";
import { z } from "zod";

const variables = z.record(z.string(), z.string());

/** Variables of each service that runs, beside those of the process. */
const services = z
  .object({
    users: variables,
    channels: variables,
    messages: variables,
    events: variables,
    webhooks: variables,
    gateway: variables,
  })
  .partial()
  .strict()
  .refine((given) => Object.keys(given).length > 0);

type Services = z.output<typeof services>;

export const configSchema = z.object({
  SERVICES: secret()
    .refine(
      (text) => parsedServices(text.reveal()) !== null,
      'must be like {"users": {"PORT": "9103"}}',
    )
    .describe(
      "Services that run in this process and the variables of each, a JSON object by service; what it leaves out is read from the environment",
    ),
});

/** @throws ConfigError naming the wrong variable. */
export function readServices(environment: NodeJS.ProcessEnv): Services {
  return parsedServices(parseConfig(configSchema, environment).SERVICES.reveal()) ?? {};
}

function parsedServices(text: string): Services | null {
  try {
    return services.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
