import { deleteOwnAvatar, getAvatarImage, getUser, updateRealm } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { png } from "../pictures.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { uploadAvatar } from "./avatars.ts";

const world = useWorld(() => World.create());

describe("deleting one's picture (docs/behaviour/users.md#avatars)", () => {
  test("deleting one's picture is refused where the organization disables changes", async ({
    expect,
  }) => {
    await world().request("owner", updateRealm, { avatar_changes_disabled: true });
    await expect(world().request("alice", deleteOwnAvatar, {})).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Avatar changes are disabled in this organization.",
    });
    await world().request("owner", updateRealm, { avatar_changes_disabled: false });
  });

  test("deleting one's picture changes nothing when there is none", async ({ expect }) => {
    await world().events();
    const { avatar_url: url } = await world().request("alice", deleteOwnAvatar, {});
    expect(url).toContain("version=1");
    expect(await world().events()).toEqual([]);
  });

  test("deleting one's picture shows the one made from the address, tells everybody, and keeps no file", async ({
    expect,
  }) => {
    const { avatar_url: uploaded = "" } = await uploadAvatar(world(), "alice", [png]);
    await world().events();
    const { avatar_url: url } = await world().request("alice", deleteOwnAvatar, {});
    const { alice, guest } = world().people;
    const person = {
      user_id: alice.id,
      avatar_url: url,
      avatar_url_medium: expect.stringContaining("s=500"),
      avatar_source: "G",
      avatar_version: 3,
    };
    expect(eventsFor(guest.id, await world().events())).toEqual([
      { type: "realm_user", op: "update", person },
    ]);
    const { user } = await world().request("guest", getUser, {
      user_id: alice.id,
      client_gravatar: true,
    });
    expect(user).toMatchObject({ avatar_url: null, avatar_version: 3 });
    const file_name = uploaded.split("/").at(-1) ?? "";
    await expect(
      world().request(world().anonymous(), getAvatarImage, { file_name }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
