import { addAndroidRegId, removeAndroidRegId } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const add = (token: string, as: Name = "alice") => world().request(as, addAndroidRegId, { token });
const remove = (token: string) => world().request("alice", removeAndroidRegId, { token });

describe("adding an Android device (docs/behaviour/calls-and-push.md#device-tokens)", () => {
  test("adding an Android device is refused with what is no token, and for bots", async ({
    expect,
  }) => {
    for (const token of ["", "a".repeat(4097)])
      await expect(add(token)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "Empty or invalid length token",
      });
    await expect(add("x", "bot")).rejects.toMatchObject({
      message: "This endpoint does not accept bot requests.",
    });
  });

  test("adding an Android device keeps it once, whatever its token looks like, and tells nobody", async ({
    expect,
  }) => {
    await world().events();
    for (const token of ["fcm:any text!", "fcm:any text!", "ü".repeat(4096)]) await add(token);
    await remove("fcm:any text!");
    await expect(remove("fcm:any text!")).rejects.toMatchObject({
      message: "Token does not exist",
    });
    expect(await world().events()).toEqual([]);
  });
});
