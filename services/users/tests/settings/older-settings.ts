import { fetchApiKey, getUser, type updateSettings } from "@team-chat/contract";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

type Older = Omit<typeof updateSettings, "name" | "path">;

/** The tests of an older address of `PATCH /settings`; every-setting.test.ts changes all settings by it. */
export function describeOlderSettings(operation: Older & { name: string; path: string }): void {
  const world = useWorld(() => World.create());

  describe(`${operation.path} (docs/behaviour/settings.md#older-operations)`, () => {
    test("${operation.path} refuses what PATCH /settings refuses", async ({ expect }) => {
      const given = { color_scheme: 9 };
      await expect(world().request("alice", withAnyParams(operation), given)).rejects.toMatchObject(
        {
          code: "BAD_REQUEST",
          message: "Invalid color_scheme",
        },
      );
      await expect(world().request("bot", operation, { enter_sends: true })).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "This endpoint does not accept bot requests.",
      });
      expect(await world().events()).toEqual([]);
    });

    test("${operation.path} changes any setting", async ({ expect }) => {
      const { alice } = world().people;
      await world().request("alice", operation, { enter_sends: true, enable_sounds: false });
      expect(eventsFor(alice.id, await world().events())).toMatchObject([
        { property: "enter_sends", value: true },
        { setting_name: "enter_sends" },
        { property: "enable_sounds", value: false },
        { notification_name: "enable_sounds" },
      ]);
    });

    test("${operation.path} refuses what the account itself may not be (docs/behaviour/settings.md#changing-settings)", async ({
      expect,
    }) => {
      for (const [given, message] of [
        [{ full_name: "x" }, "Name too short!"],
        [{ email: "nonsense" }, "Invalid address."],
        [{ old_password: "wrong", new_password: "long enough, I think" }, "Wrong password!"],
        [{ old_password: password, new_password: "aaaaaaaaaa" }, "New password is too weak!"],
      ] as const)
        await expect(
          world().request("guest", operation, { ...given, enter_sends: true }),
          message,
        ).rejects.toMatchObject({ code: "BAD_REQUEST", message });
      expect(await world().mails()).toEqual([]);
    });

    test("changes name, time zone and password, and asks for the new address to be confirmed", async ({
      expect,
    }) => {
      const { apiKey, email, id: user_id } = world().people.guest;
      const wanted = "another long password";
      await world().request("guest", operation, {
        full_name: "Other Name",
        timezone: "Asia/Kolkata",
        email: "elsewhere@example.com",
        old_password: password,
        new_password: wanted,
      });
      const { user } = await world().request("alice", getUser, { user_id });
      const changed = { full_name: "Other Name", timezone: "Asia/Kolkata" };
      expect(user).toMatchObject({ ...changed, delivery_email: email });
      const [letter] = await world().mails();
      expect(letter).toMatch(/^To: elsewhere@example.com\r$/m);
      const login = (given: string) =>
        world().request(world().anonymous(), fetchApiKey, { username: email, password: given });
      await expect(login(password)).rejects.toMatchObject({ code: "AUTHENTICATION_FAILED" });
      expect(await login(wanted)).toMatchObject({ api_key: apiKey });
    });
  });
}
