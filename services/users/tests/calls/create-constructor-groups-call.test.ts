import { createConstructorGroupsCall } from "@team-chat/contract";
import { describe, test } from "vitest";

import { useCalls } from "./use-calls.ts";

const stage = useCalls();
const make = () => stage().world.request("alice", createConstructorGroupsCall, {});
const refused = (message: string) => ({ code: "BAD_REQUEST", message });

describe("making a Constructor Groups call (docs/behaviour/calls-and-push.md#calls)", () => {
  test("making a Constructor Groups call is refused where the installation knows no such server", async ({
    expect,
  }) => {
    const { unconfigured, world } = stage();
    const hint = { realmId: world.realm.id };
    const { identity } = world.people.alice;
    await expect(
      unconfigured.request(createConstructorGroupsCall, identity, {}, hint),
    ).rejects.toMatchObject(refused("Constructor Groups credentials have not been configured"));
  });

  test.for(["down", "redirect", "hangs up", "garbage", "long", "no room"] as const)(
    "making a Constructor Groups call is refused while the server is %s",
    async (trouble, { expect }) => {
      stage().providers.trouble = trouble;
      await expect(make()).rejects.toMatchObject(
        refused("Failed to create Constructor Groups call"),
      );
    },
  );

  test("a Constructor Groups call is in the caller's room, with keys that the server takes", async ({
    expect,
  }) => {
    const { providers, world } = stage();
    expect((await make()).url).toBe("https://groups.example/r");
    expect(providers.asked.get("/xapi/room/default")).toEqual({
      creator_email: "alice@example.com",
      name: "Alice Member's Team Chat room",
      fallback_name: `Alice Member's Team Chat room (${world.realm.id}-${world.people.alice.id})`,
    });
  });
});
