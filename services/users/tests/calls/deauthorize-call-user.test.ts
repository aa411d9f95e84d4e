import { createZoomCall, deauthorizeCallUser } from "@team-chat/contract";
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
    const other = world.request("member", deauthorizeCallUser, { provider: "jitsi" as never });
    await expect(other).rejects.toMatchObject({ message: "Invalid provider" });
  });

  test("taking back the leave forgets what that provider gave, tells its owner, and may be repeated", async ({
    expect,
  }) => {
    const { world } = stage();
    await agree(stage(), "member", "zoom");
    await agree(stage(), "member", "webex");
    await agree(stage(), "owner", "zoom");
    await world.events();
    await world.request("member", deauthorizeCallUser, { provider: "zoom" });
    await world.request("member", deauthorizeCallUser, { provider: "zoom" });
    const events = await world.events();
    const { member, owner } = world.people;
    expect(eventsFor(member.id, events)).toEqual([{ type: "has_zoom_token", value: false }]);
    expect(eventsFor(owner.id, events)).toEqual([]);
    const video = (as: "member" | "owner") =>
      registerSections(world, as, { fetch: ["video_calls"] });
    expect(await video("member")).toEqual({ has_zoom_token: false, has_webex_token: true });
    expect(await video("owner")).toMatchObject({ has_zoom_token: true });
    await world.request("member", deauthorizeCallUser, { provider: "webex" });
    expect(await video("member")).toEqual({ has_zoom_token: false, has_webex_token: false });
    await expect(world.request("member", createZoomCall, {})).rejects.toMatchObject({
      code: "INVALID_VIDEO_CALL_PROVIDER_TOKEN",
    });
  });
});
