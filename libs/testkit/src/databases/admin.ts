import { Client } from "pg";

import { testServers } from "../test-servers.ts";

/** Runs `work` on a connection of the superuser to the maintenance database. */
export async function asAdmin<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: testServers().postgresUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the superuser's URL of another database on the run's server. */
export function databaseUrl(name: string): string {
  const url = new URL(testServers().postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}
