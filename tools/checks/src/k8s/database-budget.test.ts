import { describe, test } from "vitest";

import { databaseProblems } from "./database-budget.ts";
import type { DatabaseUse } from "./database-uses.ts";

const messages: DatabaseUse = {
  workload: "messages",
  pods: { least: 2, most: 10 },
  connections: 20,
  smallestPool: 5,
  share: 3,
  leases: 500,
};
const server = {
  apiVersion: "postgresql.cnpg.io/v1",
  kind: "Cluster",
  metadata: { name: "postgres" },
  spec: { postgresql: { parameters: { max_connections: "300" } } },
};

describe("what all pods take of PostgreSQL (docs/hosting.md#connections)", () => {
  test("an overlay that fits at its least and at its greatest number of pods has no problem", ({
    expect,
  }) => {
    expect(databaseProblems([messages], [server])).toEqual([]);
  });

  test.for([
    ["more connections than stock PostgreSQL takes", { connections: 49 }, "there are 102 conn"],
    ["more connections than the given server takes", { connections: 28 }, "there are 312 conn"],
    ["more leases than half of the lock table", { leases: 1601 }, "room for 3200"],
    ["a share that is a whole pool", { share: 5 }, "leave some to other organizations"],
  ] as const)("an overlay with %s is refused", ([, change, message], { expect }) => {
    expect(databaseProblems([{ ...messages, ...change }], [server]).join("\n")).toContain(message);
  });
});
