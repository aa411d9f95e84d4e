import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { z } from "zod";

import type { Config } from "./config.ts";
import type { OperatorAddress } from "./operator-client.ts";
import { UsageError } from "./usage.ts";

const stateFile = z.object({
  state: z.object({
    services: z.array(
      z.object({ name: z.string(), port: z.int(), operatorPort: z.int().optional() }),
    ),
  }),
});
const secretsFile = z.object({ identityKey: z.string(), operatorKey: z.string() });

/** Addresses of the services, and the key to sign for them. */
export interface Stack {
  readonly usersUrl: string;
  readonly channelsUrl: string;
  readonly identityKey: string;
}

/**
 * Reads the addresses from the environment; those that it leaves out are read from the data folder of the stack that
 * runs here.
 * @throws UsageError when neither knows
 */
export function locateStack(config: Config): Stack {
  return {
    usersUrl: config.USERS_URL ?? serviceUrl(config, "users"),
    channelsUrl: config.CHANNELS_URL ?? serviceUrl(config, "channels"),
    identityKey:
      config.IDENTITY_KEY?.reveal() ?? readJson(config, "secrets.json", secretsFile).identityKey,
  };
}

/**
 * Reads where the operator's interface is, and the key for it, from the environment; what that leaves out from the data
 * folder of the stack that runs here.
 * @throws UsageError when neither knows
 */
export function locateOperator(config: Config): OperatorAddress {
  return {
    url: config.OPERATOR_URL ?? `http://127.0.0.1:${operatorPort(config)}`,
    key: config.OPERATOR_KEY?.reveal() ?? readJson(config, "secrets.json", secretsFile).operatorKey,
  };
}

function serviceUrl(config: Config, name: string): string {
  return `http://127.0.0.1:${findService(config, name).port}`;
}

function operatorPort(config: Config): number {
  const { operatorPort: port } = findService(config, "users");
  if (port === undefined) throw new UsageError("The stack that runs here has no operator's port.");
  return port;
}

function findService(config: Config, name: string) {
  const { services } = readJson(config, "stack.json", stateFile).state;
  const service = services.find((one) => one.name === name);
  if (service === undefined)
    throw new UsageError(`The stack that runs here has no ${name} service.`);
  return service;
}

function readJson<Schema extends z.ZodType>(
  { DATA_DIR: dataDir }: Config,
  name: string,
  schema: Schema,
): z.output<Schema> {
  const file = path.resolve(dataDir, name);
  if (!existsSync(file)) {
    throw new UsageError(
      `No stack runs here (${file} does not exist): run npm start first, or set OPERATOR_URL and OPERATOR_KEY.`,
    );
  }
  return schema.parse(JSON.parse(readFileSync(file, "utf8")));
}
