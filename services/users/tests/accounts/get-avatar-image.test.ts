import { getAvatarImage } from "@team-chat/contract";
import type { RealmRef } from "@team-chat/identity";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import sharp from "sharp";
import { describe, test } from "vitest";

import { gif, moving, png } from "../pictures.ts";
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

  test("an uploaded picture is given in both sizes, for keeping, and one that moves goes on moving", async ({
    expect,
  }) => {
    const { avatar_url: url = "" } = await uploadAvatar(world(), "alice", [await moving()]);
    for (const [address, size] of [
      [url, 100],
      [`${url}-medium`, 500],
    ] as const) {
      const response = await world().fetch(world().anonymous(), address.replace("/api/v1", ""));
      expect(response.headers.get("content-type")).toBe("image/webp");
      expect(response.headers.get("cache-control")).toContain("immutable");
      const shown = await sharp(await response.arrayBuffer(), { pages: -1 }).metadata();
      expect([shown.width, shown.pageHeight, shown.pages]).toEqual([size, size, 2]);
    }
  });

  test("a picture from before pictures were scaled is given as it was uploaded", async ({
    expect,
  }) => {
    const { avatar_url: url = "" } = await uploadAvatar(world(), "alice", [png]);
    const { id } = world().people.alice;
    await world().database.query(sql.unsafe`
      update avatar_image set small = null, medium = null where realm_id = ${world().realm.id} and user_id = ${id}`);
    for (const address of [url, `${url}-medium`]) {
      const response = await world().fetch(world().anonymous(), address.replace("/api/v1", ""));
      expect(response.headers.get("content-type")).toBe("image/png");
      expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
    }
  });
});
