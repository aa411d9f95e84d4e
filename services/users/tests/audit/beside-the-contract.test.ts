import { listEntries } from "@team-chat/audit";
import { type AuditEntry, operatorOperations } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { internalRoutes } from "../../src/internal-routes.ts";
import { commandChanges } from "./beside/commands.ts";
import { operatorChanges } from "./beside/operators.ts";
import { joining, secondFactors } from "./beside/pages.ts";
import { signIns } from "./beside/sign-ins.ts";
import { type Beside, Stage } from "./beside/stage.ts";
import { systemChanges } from "./beside/systems.ts";
import { callsWithoutEntry, operatorsWithoutEntry } from "./beside/without-entry.ts";

const stage = useWorld(() => Stage.create());
const changes = [
  ...signIns,
  ...joining,
  ...secondFactors,
  ...systemChanges,
  ...operatorChanges,
  ...commandChanges,
];

/** Lists the entries of a kind, the newest first. */
async function entriesOf(kind: Beside): Promise<readonly AuditEntry[]> {
  const { object, operation, subdomain = "" } = kind;
  const { database } = stage().world;
  const realmId = await database.maybeOneFirst(sql.type(z.object({ id: z.number() }))`
    select realm_id as id from realm where subdomain = ${subdomain}`);
  if (realmId === null) return [];
  const any = { actorId: null, before: null, limit: 100, sinceMs: null };
  return listEntries(database, { ...any, object, operation, realmId });
}

describe("what is changed beside the API (docs/behaviour/audit.md#what-is-written-down)", () => {
  test("whatever may change something beside the API is tried, or there is a reason why it leaves no entry", ({
    expect,
  }) => {
    const tried = new Set(changes.map(({ operation }) => operation));
    const untried = (names: readonly string[], reasons: object) =>
      names.filter((name) => tried.has(name) === Object.hasOwn(reasons, name));
    const calls = internalRoutes.map(({ operation }) => operation.name);
    const changing = operatorOperations.filter(({ method }) => method !== "GET");
    expect(untried(calls, callsWithoutEntry)).toEqual([]);
    const byOperators = changing.map(({ name }) => name);
    expect(untried(byOperators, operatorsWithoutEntry)).toEqual([]);
    const reasons = Object.keys({ ...callsWithoutEntry, ...operatorsWithoutEntry });
    expect(reasons.filter((name) => ![...calls, ...byOperators].includes(name))).toEqual([]);
  });

  test.for(changes)(
    "an entry says who did $operation, with the $object before and after",
    async (kind, { expect }) => {
      const { actor, after, before, change, object } = kind;
      const count = (await entriesOf(kind)).length;
      await change(stage());
      const entries = await entriesOf(kind);
      expect(entries.length).toBeGreaterThan(count);
      const [entry] = entries;
      if (actor === null) expect(entry?.actor).toBeNull();
      else expect(entry?.actor).toMatchObject(actor);
      expect(entry?.changes).toContainEqual(
        expect.objectContaining({
          object,
          ...(before === undefined ? {} : { before: expect.objectContaining(before) as object }),
          ...(after === undefined ? {} : { after: expect.objectContaining(after) as object }),
        }),
      );
    },
  );

  test("no entry has any of the secrets that were given and told meanwhile", async ({ expect }) => {
    const kept = await stage().world.database.any(sql.type(z.object({ text: z.string() }))`
      select coalesce(actor::text, '') || changes::text as text from audit_entry`);
    const all = kept.map(({ text }) => text).join("\n");
    const { secrets } = stage();
    expect(secrets.size).toBeGreaterThan(40);
    expect([...secrets].filter((secret) => all.includes(secret))).toEqual([]);
  });
});
