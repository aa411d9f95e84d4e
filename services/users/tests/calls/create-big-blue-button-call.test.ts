import { createBigBlueButtonCall } from "@team-chat/contract";
import { describe, test } from "vitest";

import { useCalls } from "./use-calls.ts";

const stage = useCalls();

describe("making a BigBlueButton call (docs/behaviour/calls-and-push.md#calls)", () => {
  test("a BigBlueButton call is refused where no such server is known, and with a name that is too long", async ({
    expect,
  }) => {
    const { unconfigured, world } = stage();
    const { identity } = world.people.alice;
    const hint = { realmId: world.realm.id };
    const asked = { meeting_name: "Standup" };
    await expect(
      unconfigured.request(createBigBlueButtonCall, identity, asked, hint),
    ).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "BigBlueButton credentials have not been configured",
    });
    const long = world.request("alice", createBigBlueButtonCall, {
      meeting_name: "x".repeat(257),
    });
    await expect(long).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("a BigBlueButton call gives a signed link to a meeting of its own each time, and asks no server", async ({
    expect,
  }) => {
    const { providers, world } = stage();
    const make = async (as: "bot" | "guest" | "alice") => {
      const asked = { meeting_name: "Standup", voice_only: as !== "bot" };
      return (await world.request(as, createBigBlueButtonCall, asked)).url;
    };
    const urls = [await make("alice"), await make("alice"), await make("guest"), await make("bot")];
    for (const url of urls)
      expect(url).toMatch(
        /^\/calls\/bigbluebutton\/join\?bigbluebutton=[\w-]+\.[\w-]+\.[\w-]{43}$/,
      );
    expect(new Set(urls).size).toBe(4);
    expect([...providers.asked]).toEqual([]);
  });
});
