import { deleteRealmIcon, getRealmIcon } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { redirectFrom } from "../accounts/avatars.ts";
import { png } from "../pictures.ts";
import { World } from "../world.ts";
import { uploadIcon } from "./icons.ts";

const world = useWorld(() => World.create());

describe("the address of the organization's picture (docs/behaviour/organization.md#icon)", () => {
  test("the picture of an organization that does not exist is refused", async ({ expect }) => {
    await expect(world().request(world().anonymous(null), getRealmIcon, {})).rejects.toMatchObject({
      code: "NONEXISTENT_SUBDOMAIN",
    });
  });

  test("the address of the organization's picture leads anybody to the picture of the day", async ({
    expect,
  }) => {
    const lead = () => redirectFrom(world(), world().anonymous(), "/realm/icon");
    expect((await lead()).location).toContain("d=identicon");
    const { icon_url: url } = await uploadIcon(world(), "owner", [png]);
    expect(await lead()).toMatchObject({ status: 302, location: url });
    await world().request("owner", deleteRealmIcon, {});
    expect((await lead()).location).toContain("d=identicon");
  });
});
