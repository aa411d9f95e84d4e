import { getAvatarImage } from "@team-chat/contract";
import type { RealmRef } from "@team-chat/identity";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { gif, png } from "../pictures.ts";
import { World } from "../world.ts";
import { uploadAvatar } from "./avatars.ts";

const world = useWorld(() => World.create());
const ask = (realm: RealmRef | null, file_name: string) =>
  world().request(world().anonymous(realm), getAvatarImage, { file_name });

describe("the picture of a user (docs/behaviour/users.md#avatars)", () => {
  test("a picture is not found under other addresses, in other organizations, or once it is replaced", async ({
    expect,
  }) => {
    const { avatar_url: first = "" } = await uploadAvatar(world(), "alice", [png]);
    const old = first.split("/").at(-1) ?? "";
    await expect(ask(world().acme, old)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(ask(null, old)).rejects.toMatchObject({ code: "NONEXISTENT_SUBDOMAIN" });
    await uploadAvatar(world(), "alice", [gif(1)]);
    for (const other of ["x", old, old.replace(/-\w+$/, "-a")])
      await expect(ask(world().realm, other), other).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("an uploaded picture is given as it was uploaded, for keeping", async ({ expect }) => {
    const { avatar_url: url = "" } = await uploadAvatar(world(), "alice", [gif(2)]);
    const response = await world().fetch(world().anonymous(), url.replace("/api/v1", ""));
    expect(response.headers.get("content-type")).toBe("image/gif");
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(gif(2));
  });
});
