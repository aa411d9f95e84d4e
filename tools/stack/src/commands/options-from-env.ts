import { join, resolve } from "node:path";

import type { StackPlan } from "../plan/process-definition.ts";
import type { StackOptions } from "../stack-options.ts";

/** Root of the repository. */
const root = resolve(import.meta.dirname, "../../../..");

/** Where the stack keeps everything: `.data` in the repository unless `DATA_DIR` says otherwise. */
export function dataDirOf(env: NodeJS.ProcessEnv): string {
  return resolve(root, env["DATA_DIR"] ?? join(root, ".data"));
}

/**
 * Reads the few variables that people set for `npm start`.
 *
 * @throws Error when PORT is not a port.
 */
export function optionsFromEnv(env: NodeJS.ProcessEnv, plan: StackPlan): StackOptions {
  const urls = {
    postgres: env["DATABASE_URL"],
    nats: env["NATS_URL"],
    redis: env["REDIS_URL"],
  };
  return {
    plan,
    root,
    dataDir: dataDirOf(env),
    port: parsePort(env["PORT"] ?? "9991"),
    mode: "development",
    host: env["HOST"] ?? "127.0.0.1",
    logLevel: env["LOG_LEVEL"] ?? "info",
    externalUrls: Object.fromEntries(Object.entries(urls).filter(([, url]) => url !== undefined)),
    durable: true,
    say: (sentence) => console.log(sentence),
  };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`PORT must be a number from 0 to 65535, not "${text}".`);
}
