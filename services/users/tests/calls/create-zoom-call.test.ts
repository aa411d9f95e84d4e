import { createZoomCall, updateUser } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { agree, useCalls } from "./use-calls.ts";

const stage = useCalls();
const make = (as: Name, is_video_call?: boolean) =>
  stage().world.request(as, createZoomCall, {
    ...(is_video_call !== undefined && { is_video_call }),
  });
const refused = (message: string) => ({ code: "BAD_REQUEST", message });
const noToken = { code: "INVALID_VIDEO_CALL_PROVIDER_TOKEN", message: "Invalid Zoom access token" };

describe("making a Zoom call in one's own name (docs/behaviour/calls-and-push.md#calls-in-ones-own-name)", () => {
  test("a Zoom call in one's own name is refused where Zoom is not known, and to those who have not agreed", async ({
    expect,
  }) => {
    const { unconfigured, world } = stage();
    const hint = { realmId: world.realm.id };
    const { identity } = world.people.alice;
    await expect(unconfigured.request(createZoomCall, identity, {}, hint)).rejects.toMatchObject(
      refused("Zoom credentials have not been configured"),
    );
    await agree(stage(), "owner", "zoom");
    for (const as of ["alice", "bot"] as const)
      await expect(make(as), as).rejects.toMatchObject(noToken);
  });

  test("a Zoom call in one's own name is made with or without cameras, with what Zoom gave", async ({
    expect,
  }) => {
    const { providers } = stage();
    await agree(stage(), "alice", "zoom");
    expect((await make("alice")).url).toBe("https://zoom.example/me");
    const meeting = { user: "me", default_password: true };
    const cameras = (on: boolean) => ({ settings: { host_video: on, participant_video: on } });
    expect(providers.asked.get("zoom meeting")).toEqual({ ...meeting, ...cameras(true) });
    await make("alice", false);
    expect(providers.asked.get("zoom meeting")).toEqual({ ...meeting, ...cameras(false) });
    await make("alice", true);
    expect(providers.asked.get("zoom meeting")).toEqual({ ...meeting, ...cameras(true) });
  });

  test.for(["down", "redirect", "hangs up", "garbage", "no room"] as const)(
    "a Zoom call is refused while Zoom is %s, which ends nothing",
    async (trouble, { expect }) => {
      await agree(stage(), "alice", "zoom");
      stage().providers.trouble = trouble;
      await expect(make("alice")).rejects.toMatchObject(refused("Failed to create Zoom call"));
      stage().providers.trouble = null;
      expect((await make("alice")).url).toBe("https://zoom.example/me");
    },
  );

  test("a token that is about to expire is replaced once for several Zoom calls, also when Zoom is away meanwhile", async ({
    expect,
  }) => {
    const { providers } = stage();
    providers.expiresIn = 30;
    await agree(stage(), "alice", "zoom");
    providers.trouble = "down";
    await expect(make("alice")).rejects.toMatchObject(refused("Failed to create Zoom call"));
    Object.assign(providers, { trouble: null, expiresIn: 3600 });
    const before = providers.tokens;
    const both = await Promise.all([make("alice"), make("alice")]);
    expect(both.map(({ url }) => url)).toEqual([
      "https://zoom.example/me",
      "https://zoom.example/me",
    ]);
    expect((await make("alice")).url).toBe("https://zoom.example/me");
    expect(providers.tokens).toBe(before + 1);
  });

  test("a token that Zoom does not take or replace is forgotten, and only its owner is told", async ({
    expect,
  }) => {
    const { providers, world } = stage();
    for (const expiresIn of [3600, 30]) {
      providers.expiresIn = expiresIn;
      await agree(stage(), "alice", "zoom");
      providers.revokeAll();
      await world.events();
      await expect(make("alice")).rejects.toMatchObject(noToken);
      const events = await world.events();
      const ended = [{ type: "has_zoom_token", value: false }];
      expect(eventsFor(world.people.alice.id, events)).toEqual(ended);
      expect(eventsFor(world.people.owner.id, events)).toEqual([]);
      const announced = await registerSections(world, "alice", { fetch: ["video_calls"] });
      expect(announced).toEqual({ has_zoom_token: false, has_webex_token: false });
    }
  });

  test("a Zoom token that was sealed with another key is forgotten", async ({ expect }) => {
    const { world } = stage();
    await agree(stage(), "alice", "zoom");
    await world.database.query(sql.unsafe`update call_token set sealed = 'not ours'`);
    await expect(make("alice")).rejects.toMatchObject(noToken);
    const announced = await registerSections(world, "alice", { fetch: ["video_calls"] });
    expect(announced).toMatchObject({ has_zoom_token: false });
  });
});

describe("a Zoom call by the installation's account (docs/behaviour/calls-and-push.md#calls-in-ones-own-name)", () => {
  const account = useCalls({ VIDEO_ZOOM_SERVER_TO_SERVER_ACCOUNT_ID: "the account" });
  const call = (as: Name) => account().world.request(as, createZoomCall, {});

  test("a Zoom call by the installation's account is refused to those whom Zoom does not know, and while it is away", async ({
    expect,
  }) => {
    const { providers, world } = account();
    for (const trouble of ["down", "garbage"] as const) {
      providers.trouble = trouble;
      await expect(call("alice")).rejects.toMatchObject(refused("Invalid Zoom credentials"));
    }
    providers.trouble = "hangs up";
    await expect(call("alice")).rejects.toMatchObject(refused("Failed to create Zoom call"));
    providers.trouble = null;
    const { id } = world.people.guest;
    await world.request("owner", updateUser, { user_id: id, new_email: "nobody@example.com" });
    await expect(call("guest")).rejects.toMatchObject({
      code: "UNKNOWN_ZOOM_USER",
      message: "Unknown Zoom user email",
    });
    providers.trouble = "no room";
    await expect(call("alice")).rejects.toMatchObject(refused("Failed to create Zoom call"));
  });

  test("a Zoom call by the installation's account is made as the user, with one token until Zoom refuses it", async ({
    expect,
  }) => {
    const { providers } = account();
    for (const as of ["alice", "owner"] as const)
      expect((await call(as)).url).toBe(`https://zoom.example/${as}@example.com`);
    const before = providers.tokens;
    await call("alice");
    expect(providers.tokens).toBe(before);
    providers.revokeAccess();
    await expect(call("alice")).rejects.toMatchObject(refused("Failed to create Zoom call"));
    expect((await call("alice")).url).toBe("https://zoom.example/alice@example.com");
    expect(providers.tokens).toBe(before + 1);
  });
});
