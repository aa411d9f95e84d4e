import { listSecondFactors, updateRealm } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { Factors } from "./factors.ts";

const world = useWorld(() => World.create());
const factors = new Factors(world);

describe("the list of second factors (docs/behaviour/second-factors.md#administration)", () => {
  test("nobody but administrators sees who has a second factor", async ({ expect }) => {
    for (const name of ["moderator", "alice", "guest"] as const)
      await expect(world().request(name, listSecondFactors, {})).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
      });
  });

  test("an administrator sees who has a second factor, and until when others need one", async ({
    expect,
  }) => {
    await using _ = await factors.setUp("alice");
    const { alice, bot, guest } = world().people;
    await world().request("owner", updateRealm, { second_factor_required_for: "everybody" });
    const { users } = await world().request("admin", listSecondFactors, {});
    const of = (id: number) => users.find(({ user_id }) => user_id === id);
    expect(of(alice.id)).toEqual({
      user_id: alice.id,
      has_second_factor: true,
      required_by: null,
    });
    expect(of(guest.id)).toMatchObject({ has_second_factor: false });
    expect(of(guest.id)?.required_by).toBeGreaterThan(Date.now() / 1000);
    expect(of(bot.id)).toBeUndefined();
  });
});
