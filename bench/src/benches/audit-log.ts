import { randomUUID } from "node:crypto";

import { writeAccounts } from "@team-chat/testkit";
import type pg from "pg";

import type { Bench, Case, Measure } from "../bench.ts";
import { oneByOne } from "../load/one-by-one.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { atRest } from "../stack/at-rest.ts";
import { openTables } from "../stack/database.ts";
import { findRootRealm } from "../stack/members.ts";
import { signInOwner } from "../stack/owner.ts";
import { sampleMessage } from "./send.ts";

/** Compares changes that are written down with the same changes that are not. */
export const auditLog: Bench = {
  name: "audit-log",
  description:
    "Changes that are written down: renaming a person (p50), and subscribing 5,000 people to a channel. A send (p50), which is not.",
  floor: "the same changes with the triggers of the audit log disabled",
  rounds: 15,
  open: async ({ quick }, resources) => {
    const stack = await openStack(resources);
    const api = resources.use(await ApiClient.open(stack, 1));
    const credentials = await signInOwner(api);
    const [users, channels, messages] = [
      await openTables(stack, "users", resources),
      await openTables(stack, "channels", resources),
      await openTables(stack, "messages", resources),
    ];
    const realmId = await findRootRealm(stack);
    await writeAccounts(users, { count: quick ? 200 : 5000, realmId });
    const { rows } = await users.query<{ id: number }>(
      "select user_id::int as id from account where realm_id = $1 and full_name like 'Many %'",
      [realmId],
    );
    const userIds = rows.map(({ id }) => id);
    const changes = quick ? 20 : 100;
    let renamed = 0;
    const rename = oneByOne(changes, () => {
      const userId = userIds[renamed++ % changes] ?? 0;
      const parameters = { full_name: randomUUID() };
      return api.send(api.bytes("PATCH", { path: `/users/${userId}`, credentials, parameters }));
    });
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
    const sent = { path: "/messages", credentials, parameters: sampleMessage("general") };
    const send = oneByOne(changes, () => api.send(api.bytes("POST", sent)));
    return [
      caseOf("rename a person", [{ db: users, tables: ["account"] }], rename),
      caseOf(
        `subscribe ${userIds.length}`,
        [{ db: channels, tables: ["channel", "subscription"] }],
        subscribe,
      ),
      caseOf(
        "send",
        await Promise.all([users, channels, messages].map((db) => everythingAudited(db))),
        send,
      ),
    ];
  },
};

interface Audited {
  readonly db: pg.Client;
  readonly tables: readonly string[];
}

/** Finds all tables of a service whose changes are written down. */
async function everythingAudited(db: pg.Client): Promise<Audited> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
     where tgname = 'audit_insert' and relnamespace = current_schema()::regnamespace`,
  );
  return { db, tables: rows.map(({ name }) => name) };
}

/** Measures a change with the triggers of these tables, and without them. */
function caseOf(label: string, audited: readonly Audited[], change: Measure): Case {
  const measured = (switched: "disable" | "enable"): Measure => {
    return async () => {
      for (const { db, tables } of audited)
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
