import { join } from "node:path";

import { natsPermissions } from "@team-chat/nats";
import {
  installServers,
  type NatsUser,
  startNats,
  startPostgres,
  startRedis,
} from "@team-chat/servers";

import { natsPassword } from "./plan/service-urls.ts";
import { portOf, type ServerName, type Wiring } from "./plan/wiring.ts";
import type { Target } from "./supervise/supervised.ts";

/** Next to the services' ports, away from those of the machine's own servers. */
export const serverPorts: Readonly<Record<ServerName, number>> = {
  postgres: 9121,
  nats: 9122,
  redis: 9123,
};

/** In the order of starting. */
export const serverNames: readonly ServerName[] = ["postgres", "nats", "redis"];

/** Folders of the servers' data and logs. */
export interface ServerFolders {
  readonly dataDir: string;
  readonly logs: string;
  /** True if what PostgreSQL acknowledged survives a power failure. */
  readonly durable: boolean;
}

/**
 * Installs the programs that the named servers need and that are not on this machine.
 *
 * @throws MissingServerError when that is not possible from here.
 */
export async function installFor(names: readonly ServerName[]): Promise<void> {
  const programs = { postgres: [], nats: ["nats-server"], redis: ["redis-server"] } as const;
  await installServers(names.flatMap((name) => programs[name]));
}

/** Describes how a server is started, again and again with the same data and port. */
export function serverTarget(name: ServerName, wiring: Wiring, folders: ServerFolders): Target {
  const port = portOf(wiring, name);
  const common = {
    dataDir: join(folders.dataDir, name),
    logFile: join(folders.logs, `${name}.log`),
    port,
  };
  const { durable } = folders;
  const password = wiring.secrets.adminPassword;
  const starts: Record<ServerName, Target["start"]> = {
    postgres: (onSpawn) => startPostgres({ ...common, password, durable, onSpawn }),
    nats: (onSpawn) => startNats({ ...common, users: natsUsers(wiring), onSpawn }),
    redis: (onSpawn) =>
      startRedis({ ...common, users: { gateway: [wiring.secrets.redisPassword] }, onSpawn }),
  };
  return { name, runs: [{ name, port }], start: starts[name] };
}

/** Lists those whom our own NATS lets in: one user for each process, that may do what that process does. */
function natsUsers(wiring: Wiring): readonly NatsUser[] {
  return Object.entries(natsPermissions).map(([user, permissions]) => ({
    user,
    password: natsPassword(wiring, user),
    permissions,
  }));
}

/** Returns the URL of a server of our own; PostgreSQL's is the superuser's. */
export function serverUrl(name: ServerName, wiring: Pick<Wiring, "ports" | "secrets">): string {
  const address = `127.0.0.1:${portOf(wiring, name)}`;
  return name === "postgres"
    ? `postgres://postgres:${wiring.secrets.adminPassword}@${address}/postgres`
    : `${name}://${address}`;
}
