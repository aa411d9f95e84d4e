import {
  addBlockedAddress,
  createUser,
  listBlockedAddresses,
  removeBlockedAddress,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("removing a blocked address (docs/behaviour/organization.md#block-list)", () => {
  test("removing a blocked address is for administrators, and of what is blocked", async ({
    expect,
  }) => {
    const pattern = { pattern: "spam.example" };
    await expect(world().request("moderator", removeBlockedAddress, pattern)).rejects.toMatchObject(
      { code: "UNAUTHORIZED_PRINCIPAL" },
    );
    await expect(world().request("owner", removeBlockedAddress, pattern)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "This address or domain is not blocked.",
    });
  });

  test("whoever is no longer blocked may join", async ({ expect }) => {
    const pattern = "mallory@spam.example";
    const join = () =>
      world().request("owner", createUser, { email: pattern, password, full_name: "Mallory" });
    await world().request("admin", addBlockedAddress, { pattern });
    await expect(join()).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await world().request("admin", removeBlockedAddress, { pattern: "Mallory@Spam.example" });
    const { blocked_addresses: left } = await world().request("admin", listBlockedAddresses, {});
    expect(left).toEqual([]);
    await expect(join()).resolves.toMatchObject({});
  });
});
