import {
  addApnsDeviceToken,
  removeApnsDeviceToken,
  sendTestNotification,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const add = (token: string, appid = "org.example.App", as: Name = "alice") =>
  world().request(as, addApnsDeviceToken, { token, appid });
const remove = (token: string) => world().request("alice", removeApnsDeviceToken, { token });

describe("adding an Apple device (docs/behaviour/calls-and-push.md#device-tokens)", () => {
  test("adding an Apple device is refused with what is no token, without an app, and for bots", async ({
    expect,
  }) => {
    for (const [token, message] of [
      ["", "Empty or invalid length token"],
      ["a".repeat(4097), "Empty or invalid length token"],
      ["not a token", "Invalid APNS token"],
      ["abc", "Invalid APNS token"],
    ] as const)
      await expect(add(token), token).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    await expect(add("c0ffee", "not an id")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(add("c0ffee", "app", "bot")).rejects.toMatchObject({
      message: "This endpoint does not accept bot requests.",
    });
    await expect(remove("c0ffee")).rejects.toMatchObject({ message: "Token does not exist" });
  });

  test("adding an Apple device keeps it once, hexadecimal or base64, for the user only, and tells nobody", async ({
    expect,
  }) => {
    await world().events();
    for (const token of ["c0ffee", "c0ffee", "w/+uAA==", "c0".repeat(2048)]) await add(token);
    const known = world().request("alice", sendTestNotification, { token: "w/+uAA==" });
    await expect(known).rejects.toMatchObject({ code: "PUSH_SERVICE_NOT_CONFIGURED" });
    const others = world().request("admin", sendTestNotification, { token: "c0ffee" });
    await expect(others).rejects.toMatchObject({ code: "INVALID_PUSH_DEVICE_TOKEN" });
    await remove("c0ffee");
    await expect(remove("c0ffee")).rejects.toMatchObject({ message: "Token does not exist" });
    expect(await world().events()).toEqual([]);
  });
});
