import { deleteRealmIcon, getRealmIconImage } from "@team-chat/contract";
import type { RealmRef } from "@team-chat/identity";
import { useWorld } from "@team-chat/testkit";
import sharp from "sharp";
import { describe, test } from "vitest";

import { gif, moving, png } from "../pictures.ts";
import { World } from "../world.ts";
import { nameIn, uploadIcon } from "./icons.ts";

const world = useWorld(() => World.create());
const ask = (realm: RealmRef | null, file_name: string) =>
  world().request(world().anonymous(realm), getRealmIconImage, { file_name });

describe("the uploaded picture of an organization (docs/behaviour/organization.md#icon)", () => {
  test("a picture is not found under other addresses, by other organizations, or once it is replaced", async ({
    expect,
  }) => {
    const old = nameIn((await uploadIcon(world(), "owner", [png])).icon_url);
    await expect(ask(world().acme, old)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(ask(null, old)).rejects.toMatchObject({ code: "NONEXISTENT_SUBDOMAIN" });
    await uploadIcon(world(), "owner", [gif(1)]);
    for (const other of ["x", old])
      await expect(ask(world().realm, other), other).rejects.toMatchObject({ code: "NOT_FOUND" });
    await world().request("owner", deleteRealmIcon, {});
  });

  test("the picture of an organization is a square for keeping, which stands still", async ({
    expect,
  }) => {
    const { icon_url: url = "" } = await uploadIcon(world(), "owner", [await moving()]);
    const response = await world().fetch(world().anonymous(), url.replace("/api/v1", ""));
    expect(response.headers.get("content-type")).toBe("image/webp");
    expect(response.headers.get("cache-control")).toContain("immutable");
    const { height, pages, width } = await sharp(await response.arrayBuffer()).metadata();
    expect([width, height, pages]).toEqual([256, 256, undefined]);
  });
});
