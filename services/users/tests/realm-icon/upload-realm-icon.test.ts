import { deleteRealmIcon, getServerSettings } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { gif, png } from "../pictures.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";
import { uploadIcon } from "./icons.ts";

const world = useWorld(() => World.create());
const shown = (as: "alice" | "guest") => registerSections(world(), as, { fetch: ["realm"] });

describe("uploading the organization's picture (docs/behaviour/organization.md#icon)", () => {
  test("uploading is refused to all but administrators, and without exactly one picture of at most 5 MiB", async ({
    expect,
  }) => {
    const before = await shown("alice");
    for (const as of ["alice", "guest", "moderator", "bot"] as const)
      expect(await uploadIcon(world(), as, [png]), as).toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
        msg: "Must be an organization administrator",
      });
    for (const [files, msg] of [
      [[], "You must upload exactly one icon."],
      [[png, png], "You must upload exactly one icon."],
      [[Buffer.from("hello")], "Invalid image format"],
      [[gif(1).subarray(0, 25)], "Could not decode image; did you upload an image file?"],
      [
        [Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)])],
        "Uploaded file is larger than the allowed limit of 5 MiB",
      ],
    ] as const)
      expect(await uploadIcon(world(), "admin", files), msg).toMatchObject({
        code: "BAD_REQUEST",
        msg,
      });
    expect(await shown("alice")).toEqual(before);
    expect(await world().events()).toEqual([]);
  });

  test("an uploaded picture of the organization is told to everybody, and shown to whoever registers or logs in", async ({
    expect,
  }) => {
    await world().events();
    const { icon_url: url = "" } = await uploadIcon(world(), "admin", [png]);
    expect(url).toMatch(/^\/api\/v1\/realm\/icon_images\/\w{32}$/);
    const announced = {
      type: "realm",
      op: "update_dict",
      property: "icon",
      data: { icon_url: url, icon_source: "U" },
    };
    const events = await world().events();
    for (const name of ["alice", "guest", "bot"] as const)
      expect(eventsFor(world().people[name].id, events)).toEqual([announced]);
    expect(await shown("guest")).toMatchObject({ realm_icon_url: url, realm_icon_source: "U" });
    const settings = await world().request(world().anonymous(), getServerSettings, {});
    expect(settings.realm_icon).toBe(url);
    await world().request("owner", deleteRealmIcon, {});
  });

  test("two pictures of an organization that are uploaded at once leave one, which is the one that was told last", async ({
    expect,
  }) => {
    await world().events();
    await Promise.all([
      uploadIcon(world(), "admin", [png]),
      uploadIcon(world(), "owner", [gif(2)]),
    ]);
    const { id } = world().people.guest;
    const last = eventsFor(id, await world().events()).at(-1);
    const { realm_icon_url } = await shown("guest");
    expect(last).toMatchObject({ property: "icon", data: { icon_url: realm_icon_url } });
    await world().request("owner", deleteRealmIcon, {});
  });
});
