import type { updateSettings } from "@team-chat/contract";
import { describe, test } from "vitest";

import { eventsFor } from "./read-events.ts";
import { useWorld } from "./use-world.ts";

type Older = Omit<typeof updateSettings, "name" | "path">;

/** The tests of an older address of `PATCH /settings`; every-setting.test.ts changes all settings by it. */
export function describeOlderSettings(operation: Older & { name: string; path: string }): void {
  const world = useWorld();

  describe(`${operation.path} (reference/api-surface.md, legacy routes)`, () => {
    test("refuses what PATCH /settings refuses", async ({ expect }) => {
      const given = { color_scheme: 9 } as never;
      await expect(world().request(operation, "member", given)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "Invalid color_scheme",
      });
      await expect(world().request(operation, "bot", { enter_sends: true })).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "This endpoint does not accept bot requests.",
      });
      expect(await world().events()).toEqual([]);
    });

    test("changes any setting", async ({ expect }) => {
      const { member } = world().people;
      await world().request(operation, "member", { enter_sends: true, enable_sounds: false });
      expect(eventsFor(member.id, await world().events())).toMatchObject([
        { property: "enter_sends", value: true },
        { setting_name: "enter_sends" },
        { property: "enable_sounds", value: false },
        { notification_name: "enable_sounds" },
      ]);
    });
  });
}
