import { addAndroidRegId, removeAndroidRegId } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const remove = (token: string, as: Name = "alice") =>
  world().request(as, removeAndroidRegId, { token });

describe("removing an Android device (docs/behaviour/calls-and-push.md#device-tokens)", () => {
  test("removing an Android device is refused with what is no token of the user", async ({
    expect,
  }) => {
    await world().request("alice", addAndroidRegId, { token: "mine" });
    await expect(remove("")).rejects.toMatchObject({ message: "Empty or invalid length token" });
    await expect(remove("mine", "admin")).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Token does not exist",
    });
    await expect(remove("mine", "bot")).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("removing an Android device forgets its token", async ({ expect }) => {
    await remove("mine");
    await expect(remove("mine")).rejects.toMatchObject({ message: "Token does not exist" });
  });
});
