import { useWorld } from "@team-chat/testkit";
import { afterEach, describe, test } from "vitest";

import { Devices, other, reader } from "./devices.ts";

const devices = useWorld(() => Devices.open());

afterEach(() => devices().clear());

describe("removing a push subscription (docs/behaviour/notifications.md#push-subscriptions)", () => {
  test("a subscription that is not the caller's cannot be removed, and reads like none", async ({
    expect,
  }) => {
    const { endpoint } = await devices().has(reader, "phone");
    const refused = { code: "BAD_REQUEST", message: "No such push subscription" };
    for (const address of [endpoint, "https://push.example/none"])
      await expect(devices().remove(other, address)).rejects.toMatchObject(refused);
    expect((await devices().list(reader)).subscriptions).toHaveLength(1);
  });

  test("a subscription that was removed is gone, and removing it again is refused", async ({
    expect,
  }) => {
    const { endpoint } = await devices().has(reader, "phone");
    await devices().remove(reader, endpoint);
    expect((await devices().list(reader)).subscriptions).toEqual([]);
    await expect(devices().remove(reader, endpoint)).rejects.toMatchObject({
      message: "No such push subscription",
    });
  });
});
