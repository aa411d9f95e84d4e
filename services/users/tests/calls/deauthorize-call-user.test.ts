import { createZoomCall, deauthorizeCallUser } from "@team-chat/contract";
import { withAnyParams } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { agree, useCalls } from "./use-calls.ts";

const stage = useCalls();

describe("taking back the leave to make calls (docs/behaviour/calls-and-push.md#calls-in-ones-own-name)", () => {
  test("taking back the leave to make calls is refused for bots and for other providers", async ({
    expect,
  }) => {
    const { world } = stage();
    const asked = { provider: "zoom" } as const;
    await expect(world.request("bot", deauthorizeCallUser, asked)).rejects.toMatchObject({
      message: "This endpoint does not accept bot requests.",
    });
    const other = world.request("alice", withAnyParams(deauthorizeCallUser), { provider: "jitsi" });
    await expect(other).rejects.toMatchObject({ message: "Invalid provider" });
  });

  test("taking back the leave forgets what that provider gave, tells its owner, and may be repeated", async ({
    expect,
  }) => {
    const { world } = stage();
    await agree(stage(), "alice", "zoom");
    await agree(stage(), "alice", "webex");
    await agree(stage(), "owner", "zoom");
    await world.events();
    await world.request("alice", deauthorizeCallUser, { provider: "zoom" });
    await world.request("alice", deauthorizeCallUser, { provider: "zoom" });
    const events = await world.events();
    const { alice, owner } = world.people;
    expect(eventsFor(alice.id, events)).toEqual([{ type: "has_zoom_token", value: false }]);
    expect(eventsFor(owner.id, events)).toEqual([]);
    const video = (as: "alice" | "owner") =>
      registerSections(world, as, { fetch: ["video_calls"] });
    expect(await video("alice")).toEqual({ has_zoom_token: false, has_webex_token: true });
    expect(await video("owner")).toMatchObject({ has_zoom_token: true });
    await world.request("alice", deauthorizeCallUser, { provider: "webex" });
    expect(await video("alice")).toEqual({ has_zoom_token: false, has_webex_token: false });
    await expect(world.request("alice", createZoomCall, {})).rejects.toMatchObject({
      code: "INVALID_VIDEO_CALL_PROVIDER_TOKEN",
    });
  });
});
