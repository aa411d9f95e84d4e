import { createWebexCall } from "@team-chat/contract";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { agree, useCalls } from "./use-calls.ts";

const stage = useCalls();
const make = () => stage().world.request("alice", createWebexCall, {});
const refused = (message: string) => ({ code: "BAD_REQUEST", message });
const noToken = {
  code: "INVALID_VIDEO_CALL_PROVIDER_TOKEN",
  message: "Invalid Webex access token",
};

describe("making a Webex call (docs/behaviour/calls-and-push.md#calls-in-ones-own-name)", () => {
  test("making a Webex call is refused where the installation does not know Webex, and to who has not agreed", async ({
    expect,
  }) => {
    const { unconfigured, world } = stage();
    const hint = { realmId: world.realm.id };
    const { identity } = world.people.alice;
    await expect(unconfigured.request(createWebexCall, identity, {}, hint)).rejects.toMatchObject(
      refused("Webex credentials have not been configured"),
    );
    await agree(stage(), "alice", "zoom");
    await expect(make()).rejects.toMatchObject(noToken);
  });

  test.for([
    ["down", "Failed to create Webex public room."],
    ["no room", "Failed to create Webex public room."],
    ["hangs up", "Failed to create Webex call"],
  ] as const)(
    "making a Webex call is refused while Webex is %s",
    async ([trouble, message], { expect }) => {
      await agree(stage(), "alice", "webex");
      stage().providers.trouble = trouble;
      await expect(make()).rejects.toMatchObject(refused(message));
    },
  );

  test("a Webex call is in a room for everybody of the Webex organization, or in one's own where those cost", async ({
    expect,
  }) => {
    const { providers } = stage();
    await agree(stage(), "alice", "webex");
    expect((await make()).url).toBe("https://webex.example/m");
    expect(providers.asked.get("/webex/rooms")).toMatchObject({ isPublic: true });
    expect(providers.asked.get("/webex/meetings")).toEqual({
      adhoc: true,
      roomId: "the room",
      title: "Team Chat meeting",
    });
    providers.trouble = "free";
    expect((await make()).url).toBe("https://webex.example/m");
    const own = providers.asked.get("/webex/meetings") as { start: string; end: string };
    expect(own).toMatchObject({ scheduledType: "personalRoomMeeting" });
    expect(Date.parse(own.end) - Date.parse(own.start)).toBe(40 * 60_000);
    expect(own.start).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  test("making a Webex call forgets a token that Webex does not take any more, and tells its owner", async ({
    expect,
  }) => {
    const { providers, world } = stage();
    await agree(stage(), "alice", "webex");
    providers.revokeAccess();
    await world.events();
    await expect(make()).rejects.toMatchObject(noToken);
    expect(eventsFor(world.people.alice.id, await world.events())).toEqual([
      { type: "has_webex_token", value: false },
    ]);
    await expect(make()).rejects.toMatchObject(noToken);
  });
});
