import { readFile } from "node:fs/promises";
import { join } from "node:path";

import pg from "pg";

import type { Stack } from "../stack.ts";

/** Opens the stack's own database, with the tables of one service in view: for what no client could prepare in time. */
export async function openTables(
  stack: Stack,
  service: "channels" | "messages" | "users",
  resources: AsyncDisposableStack,
): Promise<pg.Client> {
  const { port } = await stack.process("postgres");
  const secrets: unknown = JSON.parse(await readFile(join(stack.dataDir, "secrets.json"), "utf8"));
  const { adminPassword: password } = secrets as { readonly adminPassword: string };
  const client = new pg.Client({
    host: "127.0.0.1",
    port,
    user: "postgres",
    password,
    database: "postgres",
    options: `-c search_path=${service}`,
  });
  await client.connect();
  resources.defer(() => client.end());
  return client;
}
