import { deactivateUser, reactivateUser, updateRealm, updateSettings } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { png } from "../pictures.ts";
import { World } from "../world.ts";
import { redirectFrom, uploadAvatar } from "./avatars.ts";

const world = useWorld(() => World.create());
const ask = (as: Name | Identity, who: string | number) =>
  redirectFrom(world(), as, `/avatar/${encodeURIComponent(who)}`);

describe("the picture of a user by id or address (docs/behaviour/users.md#avatars)", () => {
  test("a user's picture is refused to strangers where people without an account are not let in", async ({
    expect,
  }) => {
    const { id } = world().people.alice;
    expect(await ask(world().anonymous(), id)).toMatchObject({ status: 401, location: null });
    await world().request("owner", updateRealm, { enable_spectator_access: true });
    expect(await ask(world().anonymous(), id)).toMatchObject({ status: 302 });
    await world().request("owner", updateRealm, { enable_spectator_access: false });
    expect(await ask(world().anonymous(), id)).toMatchObject({ status: 401 });
  });

  test("the picture of a user by id or address is refused where there is no organization", async ({
    expect,
  }) => {
    expect(await ask(world().anonymous(null), 1)).toMatchObject({ status: 404, location: null });
  });

  test("a user's picture is where the user object says, for humans, bots and guests alike", async ({
    expect,
  }) => {
    const { avatar_url: uploaded } = await uploadAvatar(world(), "alice", [png]);
    const { id, email } = world().people.alice;
    for (const [as, who] of [
      ["guest", id],
      ["bot", email],
      ["owner", ` ${email.toUpperCase()} `],
    ] as const)
      expect(await ask(as, who), String(who)).toMatchObject({ status: 302, location: uploaded });
  });

  test("a user's picture may not be kept by browsers, because it changes", async ({ expect }) => {
    const { cacheControl } = await ask("alice", world().people.alice.id);
    expect(cacheControl).toContain("no-store");
  });

  test("the picture of a user by id or address stays when the user is deactivated", async ({
    expect,
  }) => {
    const { id: user_id } = world().people.moderator;
    const before = await ask("alice", user_id);
    await world().request("owner", deactivateUser, { user_id });
    expect(await ask("alice", user_id)).toEqual(before);
    await world().request("owner", reactivateUser, { user_id });
  });

  test("a picture is made from what was asked for where there is no such user", async ({
    expect,
  }) => {
    const nobody = await ask("alice", 999_999);
    expect(nobody).toMatchObject({ status: 302 });
    expect(nobody.location).toMatch(/^https:\/\/secure\.gravatar\.com\/avatar\/\w{64}\?.*s=80/);
    expect(await ask("alice", "user999999@localhost")).toEqual(nobody);
    expect((await ask("alice", "nobody@example.com")).location).not.toBe(nobody.location);
  });

  test("a user's picture tells nothing of addresses that are hidden, or of other organizations", async ({
    expect,
  }) => {
    const { email, id } = world().people.admin;
    await world().request("admin", updateSettings, { email_address_visibility: 4 });
    await uploadAvatar(world(), "admin", [png]);
    const { location } = await ask("alice", id);
    expect((await ask("alice", email)).location).not.toBe(location);
    expect((await ask("admin", email)).location).toBe(location);
    const elsewhere = world().acmeOwner;
    expect(await ask(elsewhere.identity, id)).toEqual(
      await ask(elsewhere.identity, `user${id}@acme.localhost`),
    );
    expect((await ask(elsewhere.identity, id)).location).not.toBe(location);
    await world().request("admin", updateSettings, { email_address_visibility: 1 });
  });
});
