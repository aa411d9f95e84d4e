import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { startPostgres } from "@team-chat/servers";
import pg from "pg";

interface OpenPostgres {
  readonly url: string;
  /** A connection that may do everything. */
  readonly admin: pg.Client;
}

/** Starts a PostgreSQL of a test's own, which ends with `resources`: statements of others would be counted with its. */
export async function openPostgres(resources: AsyncDisposableStack): Promise<OpenPostgres> {
  const dir = await mkdtemp(path.join(tmpdir(), "postgres-"));
  resources.defer(() => rmSync(dir, { recursive: true }));
  const { url } = resources.adopt(
    await startPostgres({ dataDir: dir, durable: false }),
    (running) => running.stop(),
  );
  const admin = resources.adopt(new pg.Client({ connectionString: url }), (client) => client.end());
  await admin.connect();
  return { url, admin };
}
