import { addAndroidRegId, addApnsDeviceToken, removeApnsDeviceToken } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const remove = (token: string, as: Name = "alice") =>
  world().request(as, removeApnsDeviceToken, { token });

describe("removing an Apple device (docs/behaviour/calls-and-push.md#device-tokens)", () => {
  test("removing an Apple device is refused with what is no token of the user, or one of another kind", async ({
    expect,
  }) => {
    await world().request("alice", addApnsDeviceToken, { token: "c0ffee", appid: "app" });
    await world().request("alice", addAndroidRegId, { token: "decaf0" });
    for (const [token, message] of [
      ["", "Empty or invalid length token"],
      ["nonsense!", "Invalid APNS token"],
      ["decaf0", "Token does not exist"],
    ] as const)
      await expect(remove(token), token).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    await expect(remove("c0ffee", "admin")).rejects.toMatchObject({
      message: "Token does not exist",
    });
    await expect(remove("c0ffee", "bot")).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("removing an Apple device forgets its token", async ({ expect }) => {
    await remove("c0ffee");
    await expect(remove("c0ffee")).rejects.toMatchObject({ message: "Token does not exist" });
  });
});
