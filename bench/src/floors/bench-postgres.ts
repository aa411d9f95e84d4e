import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startPostgres } from "@team-chat/servers";

/** Starts a durable PostgreSQL of the floors' own in a temporary folder, and answers its URL. */
export async function benchPostgres(resources: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "team-chat-bench-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL runs as `nobody` when this is root, and must get through to its data.
  await chmod(folder, 0o755);
  const server = await startPostgres({ dataDir: join(folder, "postgres"), durable: true });
  resources.use(server);
  return server.url;
}
