import { deleteRealmIcon, getRealmIconImage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { png } from "../pictures.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";
import { nameIn, uploadIcon } from "./icons.ts";

const world = useWorld(() => World.create());
const shown = () => registerSections(world(), "alice", { fetch: ["realm"] });

describe("deleting the organization's picture (docs/behaviour/organization.md#icon)", () => {
  test("deleting the organization's picture is for administrators, and changes nothing when there is none", async ({
    expect,
  }) => {
    await uploadIcon(world(), "owner", [png]);
    const before = await shown();
    await expect(world().request("moderator", deleteRealmIcon, {})).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization administrator",
    });
    expect(await shown()).toEqual(before);
    await world().request("admin", deleteRealmIcon, {});
    await world().events();
    await world().request("admin", deleteRealmIcon, {});
    expect(await world().events()).toEqual([]);
  });

  test("a deleted picture of the organization is gone, and everybody is told of the one that is drawn instead", async ({
    expect,
  }) => {
    const drawn = await shown();
    const { icon_url: uploaded } = await uploadIcon(world(), "owner", [png]);
    await world().events();
    const { icon_url: url } = await world().request("admin", deleteRealmIcon, {});
    expect(url).toContain("d=identicon");
    expect(eventsFor(world().people.guest.id, await world().events())).toEqual([
      {
        type: "realm",
        op: "update_dict",
        property: "icon",
        data: { icon_url: url, icon_source: "G" },
      },
    ]);
    expect(await shown()).toEqual(drawn);
    await expect(
      world().request(world().anonymous(), getRealmIconImage, { file_name: nameIn(uploaded) }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
