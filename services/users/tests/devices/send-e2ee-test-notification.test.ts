import { registerClientDevice, sendE2eeTestNotification } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("an encrypted test notification (docs/behaviour/calls-and-push.md#test-notifications)", () => {
  test("an encrypted test notification is refused, as no device can be registered for it", async ({
    expect,
  }) => {
    const { device_id } = await world().request("alice", registerClientDevice, {});
    for (const params of [{}, { device_id }, { device_id: 5 }])
      await expect(
        world().request("alice", sendE2eeTestNotification, params),
      ).rejects.toMatchObject({
        code: "NO_ACTIVE_PUSH_DEVICE",
        message: "No active registered push device",
      });
  });
});
