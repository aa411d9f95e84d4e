import { Client } from "pg";

import { testServers } from "../test-servers.ts";

/** Connection of this process to the maintenance database, once a test has needed it. */
let opened: Promise<Client> | undefined;

/**
 * Runs `work` on a connection of the superuser to the maintenance database. All work of a process has the same one,
 * because a connection costs more than most of what is done with it: nothing may depend on its session.
 */
export async function asAdmin<T>(work: (client: Client) => Promise<T>): Promise<T> {
  opened ??= open();
  return await work(await opened);
}

async function open(): Promise<Client> {
  const client = new Client({ connectionString: testServers().postgresUrl });
  // Nobody ends it but the server, after the last test.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Returns the superuser's URL of another database on the run's server. */
export function databaseUrl(name: string): string {
  const url = new URL(testServers().postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}
