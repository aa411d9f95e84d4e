import { randomUUID } from "node:crypto";

import { writeAccounts } from "@team-chat/testkit";
import type pg from "pg";

import type { Bench, Case, Measure } from "../bench.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { atRest } from "../stack/at-rest.ts";
import { openTables } from "../stack/database.ts";
import { findRootRealm } from "../stack/members.ts";
import { signInOwner } from "../stack/owner.ts";
import { median } from "../statistics.ts";

/** Compares changes that are written down with the same changes that are not. */
export const auditLog: Bench = {
  name: "audit-log",
  description:
    "Changes that are written down: renaming a person (p50), and subscribing 5,000 people to a channel.",
  floor: "the same changes with the triggers of the audit log disabled",
  rounds: 15,
  open: async ({ quick }, resources) => {
    const stack = await openStack(resources);
    const api = resources.use(await ApiClient.open(stack, 1));
    const credentials = await signInOwner(api);
    const [users, channels] = [
      await openTables(stack, "users", resources),
      await openTables(stack, "channels", resources),
    ];
    const realmId = await findRootRealm(stack);
    await writeAccounts(users, { count: quick ? 200 : 5000, realmId });
    const { rows } = await users.query<{ id: number }>(
      "select user_id::int as id from account where realm_id = $1 and full_name like 'Many %'",
      [realmId],
    );
    const userIds = rows.map(({ id }) => id);
    const changes = quick ? 20 : 100;
    const rename: Measure = async () => {
      const latenciesMs: number[] = [];
      for (const userId of userIds.slice(0, changes)) {
        const parameters = { full_name: randomUUID() };
        const bytes = api.bytes("PATCH", { path: `/users/${userId}`, credentials, parameters });
        const start = performance.now();
        await api.send(bytes);
        latenciesMs.push(performance.now() - start);
      }
      return { value: median(latenciesMs), latenciesMs };
    };
    const subscribe: Measure = async () => {
      const parameters = {
        subscriptions: JSON.stringify([{ name: randomUUID() }]),
        principals: JSON.stringify(userIds),
      };
      const start = performance.now();
      await api.post({ path: "/users/me/subscriptions", credentials, parameters });
      const value = performance.now() - start;
      await atRest(stack, ["channels", "messages"]);
      return { value };
    };
    return [
      caseOf("rename a person", { db: users, tables: ["account"], change: rename }),
      caseOf(`subscribe ${userIds.length}`, {
        db: channels,
        tables: ["channel", "subscription"],
        change: subscribe,
      }),
    ];
  },
};

interface Audited {
  readonly db: pg.Client;
  readonly tables: readonly string[];
  readonly change: Measure;
}

/** Measures a change with the triggers of these tables, and without them. */
function caseOf(label: string, { change, db, tables }: Audited): Case {
  const measured = (switched: "disable" | "enable"): Measure => {
    return async () => {
      for (const table of tables)
        for (const action of ["insert", "update", "delete"])
          await db.query(`alter table ${table} ${switched} trigger audit_${action}`);
      return change();
    };
  };
  return {
    label,
    unit: "ms",
    better: "lower",
    target: { maxRatio: 1.1 },
    prepare: () => Promise.resolve({ floor: measured("disable"), ours: measured("enable") }),
  };
}
