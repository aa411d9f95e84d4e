import { randomUUID } from "node:crypto";

import { operatorOperations } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { type Asked, askOperator } from "../ask-operator.ts";
import { Stage } from "../audit/beside/stage.ts";
import { operatorRequests } from "./changes.ts";

const stage = useWorld(() => Stage.create());
const ask = (path: string, asked: Asked = {}) => askOperator(stage().world, path, asked);

/** Changing operations that are no actions of their own, with the reason. */
const noActions: Readonly<Record<string, string>> = {
  addImportPiece: "Whoever sends the pieces of an archive has asked for the import, and begins it.",
};

/** Lists the actions that an idempotency key has left. */
function actionsOf(idempotencyKey: string) {
  return stage().world.database.any(sql.type(
    z.object({ operation: z.string(), open: z.boolean() }),
  )`
    select operation, call is not null as open from operator_action where idempotency_key = ${idempotencyKey}`);
}

/** Lists the requests that have left entries in audit logs as this operation. */
function changersBy(operation: string): Promise<readonly string[]> {
  return stage().world.database.anyFirst(sql.type(z.object({ id: z.string() }))`
    select distinct request_id as id from audit_entry where operation = ${operation}`);
}

/** Returns all calls by which messages was to carry something out, in no order; those that only read have no key. */
function calls(): readonly { readonly callKey?: unknown }[] {
  const { holds, personExports } = stage().world;
  const all: readonly { readonly callKey?: unknown }[] = [...holds, ...personExports];
  return all.filter(({ callKey }) => callKey !== undefined);
}

async function lastAction() {
  const { answer } = await ask(`/actions?organization_id=${stage().world.realm.id}&limit=1000`);
  return z
    .array(z.looseObject({ operation: z.string() }))
    .parse(answer["actions"])
    .at(-1);
}

describe("actions of operators (docs/hosting.md#operators-interface)", () => {
  test("each operation of operators that changes something is tried, or there is a reason why it is no action", ({
    expect,
  }) => {
    const changing = operatorOperations.filter(({ method }) => method !== "GET");
    const known = [...operatorRequests.map(([name]) => name), ...Object.keys(noActions)];
    expect(known.toSorted()).toEqual(changing.map(({ name }) => name).toSorted());
  });

  test("an action that messages refuses is none, and its key may be used again", async ({
    expect,
  }) => {
    const { outage, realm } = stage().world;
    const path = `/organizations/${realm.id}/legal_holds`;
    const held = { body: { channel: "general", reason: "Case 8" }, idempotencyKey: randomUUID() };
    outage.error = new AppError("BAD_REQUEST", "There is such a hold.");
    expect(await ask(path, held)).toMatchObject({
      status: 400,
      answer: { msg: "There is such a hold." },
    });
    expect(await actionsOf(held.idempotencyKey)).toEqual([]);
    outage.error = null;
    expect(await ask(path, held)).toMatchObject({ status: 200, isReplay: false });
  });

  test("an action of which nobody knows what became of it is open, and finished by its key or by itself, with one call", async ({
    expect,
  }) => {
    const { clock, holds, outage, realm, service } = stage().world;
    const path = `/organizations/${realm.id}/legal_holds`;
    for (const finish of ["its key", "itself"]) {
      const held = { body: { channel: "general", reason: finish }, idempotencyKey: randomUUID() };
      const before = holds.length;
      // The call has had its effect, but its answer did not arrive.
      outage.error = new AppError("SERVICE_UNAVAILABLE", "Nobody answers.");
      expect((await ask(path, { ...held, isOpen: true })).status).toBe(503);
      expect(await lastAction()).toMatchObject({ operation: "createLegalHold", state: "open" });
      outage.error = null;
      await service.operatorActions.runNow();
      expect(await lastAction()).toMatchObject({ state: "open" });
      if (finish === "itself") {
        clock.aheadMs += 60_000;
        await service.operatorActions.runNow();
      } else expect(await ask(path, held)).toMatchObject({ status: 200, isReplay: true });
      expect(await lastAction()).toMatchObject({ operation: "createLegalHold", state: "done" });
      expect(await ask(path, held)).toMatchObject({ status: 200, isReplay: true });
      const [first, second, ...more] = holds.slice(before);
      expect([second, more]).toEqual([first, []]);
    }
  });

  test.for(operatorRequests)(
    "%s that is asked for twice at once and once more with one key changes once, and is one action",
    async ([operation, prepare], { expect }) => {
      const { asked, path } = await prepare(stage());
      const changers = await changersBy(operation);
      const before = new Set(calls());
      const idempotencyKey = randomUUID();
      const again = { ...asked, idempotencyKey };
      const both = await Promise.all([ask(path, again), ask(path, again)]);
      // A directory is synchronised by one at a time; whoever else wants to is to come again.
      const answers = both.filter(({ status }) => status !== 503);
      answers.push(await ask(path, again));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
      expect(await actionsOf(idempotencyKey)).toEqual([{ operation, open: false }]);
      expect((await changersBy(operation)).length - changers.length).toBeLessThanOrEqual(1);
      const own = calls().filter((call) => !before.has(call));
      expect(new Set(own.map(({ callKey }) => callKey)).size, JSON.stringify(own)).toBeLessThan(2);
    },
  );
});
