import type { Secrets } from "./secrets.ts";

export type ServerName = "postgres" | "nats" | "redis";

/** Everything that the environments of the processes are made of. */
export interface Wiring {
  readonly mode: "development" | "production";
  /** Address the gateway listens on. */
  readonly host: string;
  /** Host and port under which clients reach the root organization. */
  readonly externalHost: string;
  readonly externalScheme: "http" | "https";
  readonly logLevel: string;
  /** The superuser's URL for PostgreSQL. */
  readonly urls: Readonly<Record<ServerName, string>>;
  /** Servers that run elsewhere, whose credentials are in the environment. */
  readonly external: readonly ServerName[];
  readonly secrets: Secrets;
  readonly dataDir: string;
  /** By process name; a second port of a process is `<process>.<purpose>`. */
  readonly ports: Readonly<Record<string, number>>;
}

/** Returns the port of a process. */
export function portOf(wiring: Pick<Wiring, "ports">, name: string): number {
  const port = wiring.ports[name];
  if (port === undefined) throw new Error(`No port was chosen for ${name}.`);
  return port;
}
