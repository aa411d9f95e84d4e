import { createHmac } from "node:crypto";

import { portOf, type Wiring } from "./wiring.ts";

/** Returns the password of a service's role. */
export function rolePassword({ secrets }: Wiring, service: string): string {
  return derived(secrets.rolePassword, service);
}

/** Returns the password of a process's user at our own NATS. */
export function natsPassword({ secrets }: Pick<Wiring, "secrets">, name: string): string {
  return derived(secrets.natsPassword, name);
}

function derived(secret: string, name: string): string {
  return createHmac("sha256", secret).update(name).digest("hex");
}

type Variables = Readonly<Record<string, string>>;

/** Returns the variables by which a process reaches NATS. */
export function natsVariables(wiring: Wiring, name: string): Variables {
  const { external, urls } = wiring;
  return external.includes("nats")
    ? { NATS_URL: urls.nats }
    : { NATS_URL: urls.nats, NATS_CREDENTIALS: `${name}:${natsPassword(wiring, name)}` };
}

/** Returns the variables by which the gateway reaches Redis. */
export function redisVariables({ external, secrets, urls }: Wiring): Variables {
  return external.includes("redis")
    ? { REDIS_URL: urls.redis }
    : { REDIS_URL: urls.redis, REDIS_CREDENTIALS: `gateway:${secrets.redisPassword}` };
}

/** Returns the database's URL for a service's own role. */
export function roleUrl(wiring: Wiring, service: string): string {
  const url = new URL(wiring.urls.postgres);
  url.username = service;
  url.password = rolePassword(wiring, service);
  return url.href;
}

/** Returns the addresses at which the processes of a service listen, separated by commas. */
export function peerUrls(wiring: Wiring, program: string): string {
  return processesOf(wiring, program)
    .map((name) => `http://127.0.0.1:${portOf(wiring, name)}`)
    .join();
}

/** Lists the names of the processes that run a program, the first one's first. */
export function processesOf({ ports }: Pick<Wiring, "ports">, program: string): readonly string[] {
  return Object.keys(ports).filter((name) => isProcessOf(name, program));
}

/** Tells by its name whether a process runs a program: `messages`, `messages-2`, and so on. */
export function isProcessOf(name: string, program: string): boolean {
  return name === program || new RegExp(`^${program}-\\d+$`).test(name);
}
