import path from "node:path";

import { auditMigrations } from "@team-chat/audit";
import { migrateService } from "@team-chat/pg";
import { createDatabase, rolePassword } from "@team-chat/testkit";
import { describe, test } from "vitest";

const migrations = path.join(import.meta.dirname, "../migrations");

describe("setting up databases (docs/behaviour/api.md#concurrent-changes)", () => {
  test("databases of one server are set up at the same time, though they share their roles", async ({
    expect,
  }) => {
    await using stack = new AsyncDisposableStack();
    const databases = await Promise.all(Array.from({ length: 6 }, () => createDatabase()));
    for (const database of databases) stack.use(database);
    const applied = await Promise.all(
      databases.flatMap(({ adminUrl }) =>
        Array.from({ length: 3 }, () =>
          migrateService({
            adminUrl,
            service: "users",
            password: rolePassword,
            dirs: [auditMigrations, migrations],
          }),
        ),
      ),
    );
    expect(applied.filter((names) => names.length > 0)).toHaveLength(databases.length);
  });
});
