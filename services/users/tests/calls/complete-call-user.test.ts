import { completeCallUser, deactivateUser } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { withAnyParams } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { agreeing, useCalls } from "./use-calls.ts";

const stage = useCalls();
const complete = (given: Awaited<ReturnType<typeof agreeing>>) =>
  stage().world.request(stage().world.anonymous(), completeCallUser, given);
const wrongState = { code: "BAD_REQUEST", message: "Invalid Zoom session identifier" };

describe("giving leave to make a provider's calls (docs/behaviour/calls-and-push.md#calls-in-ones-own-name)", () => {
  test("another browser's, another provider's, an old, or a made-up state gives no leave to make calls", async ({
    expect,
  }) => {
    const { world } = stage();
    const own = await agreeing(stage(), "alice", "zoom");
    const others = await agreeing(stage(), "owner", "zoom");
    const webex = await agreeing(stage(), "alice", "webex");
    for (const given of [
      { ...own, state: "" },
      { ...own, verifier: "" },
      { ...own, verifier: others.verifier },
      { ...own, state: others.state },
      { ...own, state: webex.state, verifier: webex.verifier },
      { ...own, state: `${own.state}x` },
    ])
      await expect(complete(given)).rejects.toMatchObject(wrongState);
    const jitsi = { ...own, provider: "jitsi" };
    await expect(
      world.request(world.anonymous(), withAnyParams(completeCallUser), jitsi),
    ).rejects.toMatchObject({
      message: "Invalid provider",
    });
    world.clock.aheadMs = 601_000;
    await expect(complete(own)).rejects.toMatchObject(wrongState);
    world.clock.aheadMs = 0;
    const acme = world.request(world.anonymous(world.acme), completeCallUser, own);
    await expect(acme).rejects.toMatchObject(wrongState);
    const nowhere = world.request(world.anonymous(null), completeCallUser, own);
    await expect(nowhere).rejects.toMatchObject({ code: "NONEXISTENT_SUBDOMAIN" });
  });

  test("a code that the provider does not take gives no leave, nor does any while provider or account is away", async ({
    expect,
  }) => {
    const { providers, unconfigured, world } = stage();
    const own = await agreeing(stage(), "alice", "zoom");
    await expect(complete({ ...own, code: "guessed" })).rejects.toMatchObject({
      message: "Invalid Zoom credentials",
    });
    providers.trouble = "garbage";
    await expect(complete(own)).rejects.toMatchObject({ message: "Invalid Zoom credentials" });
    providers.trouble = "down";
    await expect(complete(own)).rejects.toMatchObject({
      message: "Error connecting to the Zoom server: HTTP 503",
    });
    providers.trouble = null;
    const hint = { realmId: world.realm.id };
    await expect(
      unconfigured.request(completeCallUser, world.anonymous(), own, hint),
    ).rejects.toMatchObject({ message: "Zoom credentials have not been configured" });
    const leaving = await agreeing(stage(), "guest", "zoom");
    await world.request("owner", deactivateUser, { user_id: world.people.guest.id });
    await expect(complete(leaving)).rejects.toMatchObject({ code: "USER_DEACTIVATED" });
  });

  test("giving leave keeps what the provider gave, encrypted, tells the user alone, and takes a code once", async ({
    expect,
  }) => {
    const { world } = stage();
    await world.events();
    const own = await agreeing(stage(), "alice", "zoom");
    await complete(own);
    await complete(await agreeing(stage(), "alice", "webex"));
    const { alice, owner } = world.people;
    const events = await world.events();
    expect(eventsFor(alice.id, events)).toEqual([
      { type: "has_zoom_token", value: true },
      { type: "has_webex_token", value: true },
    ]);
    expect(eventsFor(owner.id, events)).toEqual([]);
    const video = (as: "alice" | "owner") =>
      registerSections(world, as, { fetch: ["video_calls"] });
    expect(await video("alice")).toEqual({ has_zoom_token: true, has_webex_token: true });
    expect(await video("owner")).toEqual({ has_zoom_token: false, has_webex_token: false });
    const rows = await world.database.any(
      sql.type(z.object({ sealed: z.string() }))`select sealed from call_token`,
    );
    expect(rows).toHaveLength(2);
    for (const { sealed } of rows) {
      const parts = sealed.split(".").map((part) => Buffer.from(part, "base64url").toString());
      expect(parts.join()).not.toMatch(/access|refresh/);
    }
    await expect(complete(own)).rejects.toMatchObject({ message: "Invalid Zoom credentials" });
  });
});
