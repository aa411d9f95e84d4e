import { registerCallUser } from "@team-chat/contract";
import { withAnyParams } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { useCalls } from "./use-calls.ts";

const stage = useCalls();
const register = (as: Name, provider: "zoom" | "webex") =>
  stage().world.request(as, registerCallUser, { provider });

describe("asking for leave to make a provider's calls (docs/behaviour/calls-and-push.md#calls-in-ones-own-name)", () => {
  test("asking for leave is refused for other providers, those that are not configured, and bots", async ({
    expect,
  }) => {
    const { unconfigured, world } = stage();
    const jitsi = { provider: "jitsi" };
    await expect(
      world.request("alice", withAnyParams(registerCallUser), jitsi),
    ).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Invalid provider",
    });
    const hint = { realmId: world.realm.id };
    const { identity } = world.people.alice;
    for (const [provider, title] of [
      ["zoom", "Zoom"],
      ["webex", "Webex"],
    ] as const)
      await expect(
        unconfigured.request(registerCallUser, identity, { provider }, hint),
      ).rejects.toMatchObject({ message: `${title} credentials have not been configured` });
    await expect(register("bot", "zoom")).rejects.toMatchObject({
      message: "This endpoint does not accept bot requests.",
    });
  });

  test("asking for leave leads to the provider, with a state that says who it is and a verifier it does not say", async ({
    expect,
  }) => {
    const { providers, world } = stage();
    for (const [provider, page, scope] of [
      ["zoom", "/zoom/oauth/authorize", null],
      ["webex", "/webex/authorize", "meeting:schedules_read meeting:schedules_write spark:all"],
    ] as const) {
      const { url, verifier } = await register("alice", provider);
      const { origin, pathname, searchParams } = new URL(url);
      expect([origin + pathname, searchParams.get("scope")]).toEqual([providers.url + page, scope]);
      expect(searchParams.get("response_type")).toBe("code");
      expect(searchParams.get("redirect_uri")).toBe(
        `http://localhost:9991/calls/${provider}/complete`,
      );
      const state = searchParams.get("state") ?? "";
      const claims = Buffer.from(state.split(".")[1] ?? "", "base64url").toString();
      expect(JSON.parse(claims)).toMatchObject({ subdomain: "", userId: world.people.alice.id });
      expect(verifier).toMatch(/^[\w-]{43}$/);
      expect(url + claims).not.toContain(verifier);
      expect((await register("alice", provider)).verifier).not.toBe(verifier);
    }
  });
});
