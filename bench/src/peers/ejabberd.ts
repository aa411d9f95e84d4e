import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort, launch } from "@team-chat/servers";
import { Client } from "pg";

const erlang = "/usr/bin/erl";
const libraries = "/usr/lib/x86_64-linux-gnu";
const schema = "/usr/share/ejabberd/sql/pg.sql";
const readyTimeoutMs = 60_000;

/** Tells whether Debian's packages ejabberd and erlang-p1-pgsql are installed. */
export function hasEjabberd(): boolean {
  return existsSync(erlang) && existsSync(schema);
}

/**
 * Starts ejabberd in a temporary folder on a free port: anybody may log in, rooms keep in the database what is said,
 * and do not announce who comes.
 */
export async function startEjabberd(
  databaseUrl: string,
  resources: AsyncDisposableStack,
): Promise<{ readonly port: number }> {
  const folder = await mkdtemp(join(tmpdir(), "team-chat-ejabberd-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  await createTables(databaseUrl);
  const port = await findFreePort();
  const config = join(folder, "ejabberd.yml");
  await writeFile(config, configText(port, new URL(databaseUrl)));
  const launched = await launch({
    command: erlang,
    args: ["-noinput", "-mnesia", "dir", `"${folder}"`, "-s", "ejabberd"],
    cwd: folder,
    env: {
      ...process.env,
      ERL_LIBS: libraries,
      HOME: folder,
      EJABBERD_CONFIG_PATH: config,
      EJABBERD_LOG_PATH: join(folder, "ejabberd.log"),
    },
    logFile: join(folder, "output.log"),
    stopSignal: "SIGTERM",
    isReady: () => listens(port),
    pollMs: 100,
    readyTimeoutMs,
  });
  resources.defer(() => launched.stop());
  return { port };
}

async function createTables(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(await readFile(schema, "utf8"));
  } finally {
    await client.end();
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const settle = (found: boolean) => {
      socket.destroy();
      resolve(found);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}

function configText(port: number, database: URL): string {
  return `hosts: [localhost]
loglevel: error
listen:
  - {port: ${port}, ip: "127.0.0.1", module: ejabberd_c2s, access: all, max_stanza_size: 262144}
auth_method: [anonymous]
anonymous_protocol: both
allow_multiple_connections: true
sql_type: pgsql
sql_server: ${database.hostname}
sql_port: ${database.port}
sql_database: ${database.pathname.slice(1)}
sql_username: ${decodeURIComponent(database.username)}
sql_password: "${decodeURIComponent(database.password)}"
sql_pool_size: 2
modules:
  mod_mam: {db_type: sql, default: never}
  mod_muc:
    access: all
    max_users: 10000
    history_size: 0
    default_room_options: {mam: true, presence_broadcast: [], max_users: 10000}
`;
}
