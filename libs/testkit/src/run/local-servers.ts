import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startNats, startPostgres, startRedis, type ServerHandle } from "@team-chat/servers";

import { guard } from "./guard.ts";
import type { ServerSet, Wanted } from "./server-set.ts";

/** Starts the wanted servers as processes of this machine, all in one temporary folder. */
export async function startLocalServers(wanted: Wanted): Promise<ServerSet> {
  const folder = mkdtempSync(join(tmpdir(), "team-chat-test-"));
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o711);
  const results = await Promise.allSettled([
    wanted.postgres ? startPostgres({ dataDir: join(folder, "postgres"), durable: false }) : null,
    wanted.nats ? startNats({ dataDir: join(folder, "nats") }) : null,
    wanted.redis ? startRedis({ dataDir: join(folder, "redis") }) : null,
  ]);
  const handles = results
    .map((result) => (result.status === "fulfilled" ? result.value : null))
    .filter((handle) => handle !== null);
  const release = guard(
    folder,
    handles.map(({ pid }) => pid),
  );
  const stop = async (): Promise<void> => {
    await Promise.all(handles.map((handle) => handle.stop()));
    release();
    rmSync(folder, { recursive: true, force: true });
  };
  const failed = results.find((result) => result.status === "rejected");
  if (failed === undefined) return { urls: urlsOf(handles), stop };
  await stop();
  throw failed.reason;
}

function urlsOf(handles: readonly ServerHandle[]): ServerSet["urls"] {
  return Object.fromEntries(handles.map(({ name, url }) => [name, url]));
}
