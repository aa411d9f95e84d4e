import { createNextcloudTalkCall } from "@team-chat/contract";
import { describe, test } from "vitest";

import { useCalls } from "./use-calls.ts";

const stage = useCalls();
const make = (room_name: string, as: "bot" | "alice" = "alice") =>
  stage().world.request(as, createNextcloudTalkCall, { room_name });
const refused = (message: string) => ({ code: "BAD_REQUEST", message });

describe("making a Nextcloud Talk call (docs/behaviour/calls-and-push.md#calls)", () => {
  test("a Nextcloud Talk call is refused where no such server is known, and with a name that is too long", async ({
    expect,
  }) => {
    const { unconfigured, world } = stage();
    const hint = { realmId: world.realm.id };
    const { identity } = world.people.alice;
    await expect(
      unconfigured.request(createNextcloudTalkCall, identity, { room_name: "Room" }, hint),
    ).rejects.toMatchObject(refused("Nextcloud Talk credentials have not been configured"));
    await expect(make("x".repeat(1001))).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test.for([
    ["down", "Error connecting to the Nextcloud Talk server: HTTP 503"],
    ["redirect", "Error connecting to the Nextcloud Talk server: HTTP 302"],
    ["hangs up", "Error connecting to the Nextcloud Talk server: UND_ERR_SOCKET"],
    ["garbage", "Failed to create Nextcloud Talk call"],
    ["no room", "Failed to create Nextcloud Talk call"],
  ] as const)(
    "making a Nextcloud Talk call is refused while the server is %s",
    async ([trouble, message], { expect }) => {
      stage().providers.trouble = trouble;
      await expect(make("Room")).rejects.toMatchObject(refused(message));
    },
  );

  test("a Nextcloud Talk call has a public room, whose name is shortened", async ({ expect }) => {
    const { providers } = stage();
    const url = `${providers.url}/nextcloud/index.php/call/room%20token`;
    const room = "/nextcloud/ocs/v2.php/apps/spreed/api/v4/room";
    expect((await make("Standup ü", "bot")).url).toBe(url);
    expect(providers.asked.get(room)).toEqual({ roomType: 3, roomName: "Standup ü" });
    expect((await make("😀".repeat(256))).url).toBe(url);
    const roomName = `${"😀".repeat(252)}...`;
    expect(providers.asked.get(room)).toEqual({ roomType: 3, roomName });
  });
});
