import { Client } from "pg";
import { expect, test } from "vitest";

import { createDatabase, rolePassword, testServers, uniquePrefix } from "../src/index.ts";

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const result = await client.query<Record<string, unknown>>(text);
    return result.rows;
  } finally {
    await client.end();
  }
}

function counting(name: string): {
  name: string;
  migrate: (url: string) => Promise<void>;
  runs: () => number;
} {
  let runs = 0;
  return {
    name,
    migrate: async (url) => {
      runs += 1;
      await query(url, "create table note (text text)");
    },
    runs: () => runs,
  };
}

test("a migration that fails leaves no template behind, and the next attempt starts afresh", async () => {
  const name = uniquePrefix();
  const broken = createDatabase({ name, migrate: (url) => query(url, "nonsense").then(() => {}) });
  await expect(broken).rejects.toThrow("syntax error");
  await using database = await createDatabase(counting(name));
  expect(await query(database.adminUrl, "select * from note")).toEqual([]);
});

test("a template is migrated once, and every database is a copy that does not see the others", async () => {
  const template = counting(uniquePrefix());
  await using first = await createDatabase(template);
  await using second = await createDatabase(template);
  expect(template.runs()).toBe(1);
  await query(first.adminUrl, "insert into note values ('only here')");
  expect(await query(second.adminUrl, "select * from note")).toEqual([]);
});

test("a role finds its schema in a copy as in the template", async () => {
  const role = uniquePrefix();
  await using database = await createDatabase({
    name: role,
    migrate: async (url) => {
      await query(url, `create role ${role} login password '${rolePassword}'`);
      await query(url, `create schema ${role} authorization ${role}`);
      const { pathname } = new URL(url);
      await query(
        url,
        `alter role ${role} in database "${pathname.slice(1)}" set search_path = ${role}`,
      );
    },
  });
  const shown = await query(database.urlFor(role), "select current_schema() as schema");
  expect(shown).toEqual([{ schema: role }]);
});

test("files that need the same template at the same moment get it from one migration", async () => {
  const template = counting(uniquePrefix());
  const databases = await Promise.all([1, 2, 3, 4].map(() => createDatabase(template)));
  expect(template.runs()).toBe(1);
  await Promise.all(databases.map((database) => database.drop()));
});

test("a dropped database is gone, also when somebody is still connected to it", async () => {
  const database = await createDatabase();
  const client = new Client({ connectionString: database.adminUrl });
  client.on("error", () => {});
  await client.connect();
  await database.drop();
  await expect(query(database.adminUrl, "select 1")).rejects.toThrow("does not exist");
  const left = await query(
    testServers().postgresUrl,
    `select 1 from pg_database where datname = '${database.name}'`,
  );
  expect(left).toEqual([]);
});
