import { addAndroidRegId, addApnsDeviceToken, sendTestNotification } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const send = (params: { token?: string }, as: Name = "alice") =>
  world().request(as, sendTestNotification, params);

describe("a test notification (docs/behaviour/calls-and-push.md#test-notifications)", () => {
  test("a test notification is refused for devices that are not the caller's", async ({
    expect,
  }) => {
    await world().request("alice", addApnsDeviceToken, { token: "c0ffee", appid: "app" });
    await world().request("admin", addAndroidRegId, { token: "admin's" });
    for (const token of ["", "unknown", "admin's"])
      await expect(send({ token }), token).rejects.toMatchObject({
        code: "INVALID_PUSH_DEVICE_TOKEN",
        message: "Device not recognized",
      });
    await expect(send({}, "bot")).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("a test notification is refused for every device, because there is no service to send it through", async ({
    expect,
  }) => {
    for (const params of [{}, { token: "c0ffee" }])
      await expect(send(params)).rejects.toMatchObject({
        code: "PUSH_SERVICE_NOT_CONFIGURED",
        message: "Server is not configured to use push notification service.",
      });
  });
});
