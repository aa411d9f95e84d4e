import { updateDisplaySettings } from "@team-chat/contract";
import { describe, test } from "vitest";

import { eventsFor } from "./read-events.ts";
import { useWorld } from "./use-world.ts";

const world = useWorld();

describe("the older address for display settings (reference/api-surface.md, legacy routes)", () => {
  test("refuses what PATCH /settings refuses", async ({ expect }) => {
    const given = { color_scheme: 9 } as never;
    await expect(world().request(updateDisplaySettings, "member", given)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Invalid color_scheme",
    });
    await expect(
      world().request(updateDisplaySettings, "bot", { enter_sends: true }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("changes any setting", async ({ expect }) => {
    const { member } = world().people;
    await world().events();
    await world().request(updateDisplaySettings, "member", {
      enter_sends: true,
      enable_sounds: false,
    });
    expect(eventsFor(member.id, await world().events())).toMatchObject([
      { property: "enter_sends", value: true },
      { setting_name: "enter_sends" },
      { property: "enable_sounds", value: false },
      { notification_name: "enable_sounds" },
    ]);
  });
});
