import { randomUUID } from "node:crypto";

import {
  beginOperatorHold,
  endOperatorHold,
  type InternalOperation,
  removeHoldExport,
  removePersonExport,
  startExport,
  startHoldExport,
  startPersonExport,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const service = { kind: "service", name: "users" } as const;
const key = "console";
let realm: Realm | undefined;

interface Called {
  readonly name: string;
  readonly operation: InternalOperation;
  readonly input: object;
  /** Open holds and exports of the organization afterwards. */
  readonly left: object;
}

/** Calls in an order in which each may follow those before, with what they are asked besides. */
const calls: readonly Called[] = (
  [
    [startExport, { type: "public" }, { holds: 0, exports: 1 }],
    [beginOperatorHold, { key, userId: 3, reason: "Case 7" }, { holds: 1, exports: 1 }],
    [startHoldExport, { key, holdId: 1 }, { holds: 1, exports: 2 }],
    [removeHoldExport, { key, id: 1 }, { holds: 1, exports: 1 }],
    [endOperatorHold, { key, id: 1 }, { holds: 0, exports: 1 }],
    [startPersonExport, { key, userId: 3 }, { holds: 0, exports: 2 }],
    [removePersonExport, { id: 1 }, { holds: 0, exports: 1 }],
  ] as const
).map(([operation, input, left]) => ({ name: operation.name, operation, input, left }));

describe("calls that operators' actions make (docs/hosting.md#operators-interface)", () => {
  test.for(calls)(
    "$name that is called twice at once and once more has its effect once, and one answer",
    async ({ input, left, operation }, { expect }) => {
      const { db, pool } = world();
      realm ??= world().realm();
      for (const table of ["realm_export", "hold_export", "person_export"])
        await db.query(sql.unsafe`
          update ${sql.identifier([table])} set state = 'done', finished_at = now() where state = 'waiting'`);
      const about = { realmId: realm.id };
      const asked = { ...about, callKey: randomUUID(), ...input };
      const call = () => pool.call(operation, service, asked, about);
      const answers = [...(await Promise.all([call(), call()])), await call()];
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      const kept = await db.any(sql.type(z.object({}))`
        select from operator_call where call_key = ${asked.callKey}`);
      expect(kept).toHaveLength(1);
      const there = await db.one(sql.type(z.object({ holds: z.number(), exports: z.number() }))`
        select (select count(*) from legal_hold where ended_at is null) as holds,
          (select count(*) from realm_export) + (select count(*) from hold_export)
          + (select count(*) from person_export) as exports`);
      expect(there).toEqual(left);
    },
  );
});
