import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

import { isLoopback } from "@team-chat/config";

import type { Shape, StackPlan } from "../plan/process-definition.ts";
import type { PlanSettings } from "../processes.ts";
import type { StackOptions } from "../stack-options.ts";

/** Root of the repository. */
export const root = resolve(import.meta.dirname, "../../../..");

/** A variable with which nothing can be started; the message says what to do. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/**
 * Returns the folder in which the stack keeps everything: `.data` in the repository unless `DATA_DIR` says otherwise.
 */
export function dataDirOf(env: NodeJS.ProcessEnv): string {
  return resolve(root, env["DATA_DIR"] ?? join(root, ".data"));
}

/**
 * Reads the few variables that people set for `npm start`.
 *
 * @param usualShape what there is when nobody says otherwise and no service has several processes.
 * @throws OptionError when one of them makes no sense, or would let other machines use what is for this one only.
 */
export function optionsFromEnv(
  env: NodeJS.ProcessEnv,
  planFor: (settings: PlanSettings) => StackPlan,
  usualShape: Shape,
): StackOptions {
  const urls = {
    postgres: env["DATABASE_URL"],
    nats: env["NATS_URL"],
    redis: env["REDIS_URL"],
  };
  const dataDir = dataDirOf(env);
  const mode = oneOf("MODE", env["MODE"] ?? "development", ["development", "production"]);
  const usualScheme = mode === "development" ? "http" : "https";
  const host = env["HOST"] ?? "127.0.0.1";
  if (mode === "development") checkLoopback(host);
  else checkNoDemo(dataDir);
  const replicas = parseReplicas(env["REPLICAS"] ?? "1");
  const usual = replicas > 1 ? "services" : usualShape;
  const shape = oneOf("SHAPE", env["SHAPE"] ?? usual, ["one", "services"]);
  checkShape(shape, replicas);
  return {
    plan: planFor({ mode, replicas, shape }),
    root,
    dataDir,
    port: env["PORT"] === undefined ? null : parsePort(env["PORT"]),
    mode,
    host,
    externalHost: env["EXTERNAL_HOST"] ?? null,
    externalScheme: oneOf("EXTERNAL_SCHEME", env["EXTERNAL_SCHEME"] ?? usualScheme, [
      "http",
      "https",
    ]),
    logLevel: env["LOG_LEVEL"] ?? "info",
    externalUrls: Object.fromEntries(Object.entries(urls).filter(([, url]) => url !== undefined)),
    durable: true,
    say: (sentence) => console.log(sentence),
  };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (text !== "" && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new OptionError(`PORT must be a number from 0 to 65535, not "${text}".`);
}

function parseReplicas(text: string): number {
  const replicas = Number(text);
  if (!/^[1-8]$/.test(text)) throw new OptionError(`REPLICAS must be 1 to 8, not "${text}".`);
  if (replicas === 1 || process.platform === "linux") return replicas;
  throw new OptionError("REPLICAS needs Linux, where several gateways can share one port.");
}

function checkShape(shape: Shape, replicas: number): void {
  if (shape === "services" || replicas === 1) return;
  throw new OptionError(
    `REPLICAS=${replicas} needs SHAPE=services: with SHAPE=one there is one process of everything.`,
  );
}

function oneOf<Choice extends string>(
  name: string,
  text: string,
  choices: readonly [Choice, Choice],
): Choice {
  const choice = choices.find((one) => one === text);
  if (choice !== undefined) return choice;
  throw new OptionError(`${name} must be ${choices.join(" or ")}, not "${text}".`);
}

/** Checks that only this machine reaches a server in development mode, where anybody who does gets everybody's key. */
function checkLoopback(host: string): void {
  if (isLoopback(host)) return;
  throw new OptionError(
    `HOST=${host} would let other machines in, and in development mode everybody gets every account's key without a password: start with MODE=production too, which has no demo accounts.`,
  );
}

/** Checks that the folder holds no demo, the passwords of whose accounts are public. */
function checkNoDemo(dataDir: string): void {
  if (!existsSync(join(dataDir, "demo.done"))) return;
  throw new OptionError(
    `${dataDir} holds the demo organizations, whose passwords everybody knows: choose another folder for MODE=production (DATA_DIR=.data-production).`,
  );
}
