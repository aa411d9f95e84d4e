import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "./world.ts";

const world = useWorld(() => World.create());
let made = 0;

const version = sql.unsafe`
  insert into projection_version (realm_id, source, version) values (99, 'channels', 1)
  on conflict (realm_id, source) do update set version = projection_version.version + 1`;

/** A request that is refused after that, so often. */
function refusedAfter(statement: typeof version, times = Number.POSITIVE_INFINITY) {
  made = 0;
  return async () => {
    made += 1;
    if (made <= times) await world().db.query(statement);
    throw new Error("refused");
  };
}

const never = () => false;

describe("the guard of refusals (docs/behaviour/messages.md#sending-a-message)", () => {
  test("the guard of refusals finds what a refused request left behind, and where", async ({
    expect,
  }) => {
    const request = refusedAfter(sql.unsafe`
      insert into draft (realm_id, user_id, type, recipients, topic, content, edited_at) values (99, 1, '', '{}', '', 'x', now())`);
    await expect(world().guard.watch(request, never)).rejects.toThrow(
      "A refused request changed draft.",
    );
    expect(made).toBe(1);
  });

  test("the guard of refusals asks again when something was caught up on first", async ({
    expect,
  }) => {
    await expect(world().guard.watch(refusedAfter(version, 1), never)).rejects.toThrow("refused");
    expect(made).toBe(2);
  });

  test("the guard of refusals finds what is changed every time", async ({ expect }) => {
    await expect(world().guard.watch(refusedAfter(version), never)).rejects.toThrow(
      "A refused request changed projection_version.",
    );
  });
});
