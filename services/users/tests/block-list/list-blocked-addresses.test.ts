import { addBlockedAddress, listBlockedAddresses } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("listing blocked addresses (docs/behaviour/organization.md#block-list)", () => {
  test("listing blocked addresses is for administrators", async ({ expect }) => {
    for (const name of ["moderator", "alice", "guest"] as const)
      await expect(world().request(name, listBlockedAddresses, {}), name).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
      });
  });

  test("blocked addresses are listed by pattern, and those of other organizations are not", async ({
    expect,
  }) => {
    const add = (pattern: string) => world().request("admin", addBlockedAddress, { pattern });
    await add("spam.example");
    await add("Mallory@Example.com");
    const { blocked_addresses: listed } = await world().request("owner", listBlockedAddresses, {});
    expect(listed).toEqual([
      { pattern: "mallory@example.com", blocked_at: expect.any(Number) },
      { pattern: "spam.example", blocked_at: expect.any(Number) },
    ]);
    const { identity: theirs } = world().acmeOwner;
    expect(await world().request(theirs, listBlockedAddresses, {})).toEqual({
      blocked_addresses: [],
    });
  });
});
