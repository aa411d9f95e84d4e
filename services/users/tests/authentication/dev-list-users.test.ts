import { deactivateUser, devListUsers } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

describe("the accounts that one can log in with (docs/behaviour/api.md#obtaining-a-key)", () => {
  const world = useWorld(() => World.create());
  const list = (realm: Parameters<ReturnType<typeof world>["anonymous"]>[0]) =>
    world().request(world().anonymous(realm), devListUsers, {});

  test("the accounts that one can log in with are refused where there is no organization", async ({
    expect,
  }) => {
    await expect(list(null)).rejects.toMatchObject({ code: "NONEXISTENT_SUBDOMAIN" });
  });

  test("one can log in with the accounts of active people, and administrators are listed apart", async ({
    expect,
  }) => {
    await world().request("owner", deactivateUser, { user_id: world().people.guest.id });
    const url = "http://localhost:9991";
    const of = (name: string) => ({
      email: `${name}@example.com`,
      realm_url: url,
      realm_uri: url,
    });
    expect(await list(world().realm)).toEqual({
      direct_admins: [of("owner"), of("admin")],
      direct_users: [of("moderator"), of("alice")],
    });
    const acme = await list(world().acme);
    expect(acme.direct_admins.map(({ email }) => email)).toEqual(["owner@acme.example"]);
  });
});

describe("in production (docs/behaviour/api.md#obtaining-a-key)", () => {
  const world = useWorld(() => World.create({ MODE: "production" }));

  test("nobody is listed", async ({ expect }) => {
    const listed = world().request(world().anonymous(), devListUsers, {});
    await expect(listed).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Endpoint not available in production.",
    });
  });
});
