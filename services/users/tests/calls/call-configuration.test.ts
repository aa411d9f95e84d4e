import { ConfigError, parseConfig } from "@team-chat/config";
import { updateRealm } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { configSchema } from "../../src/config.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";
import { useCalls } from "./use-calls.ts";

const needed = { IDENTITY_KEY: "00112233445566778899aabbccddeeff", DATABASE_URL: "postgres://x" };

/** Returns the part of the initial data about calls. */
async function offered(world: Parameters<typeof registerSections>[0]) {
  const announced = await registerSections(world, "alice", { fetch: ["realm"] });
  const providers = announced["realm_available_video_chat_providers"] as Record<
    string,
    { id: number }
  >;
  const ids = Object.entries(providers).map(([name, { id }]) => `${name} ${id}`);
  return [ids, announced["server_jitsi_server_url"], announced["jitsi_server_url"]];
}

describe("the configuration of calls", () => {
  test.for([
    [{ BIG_BLUE_BUTTON_URL: "https://bbb.example" }, "BIG_BLUE_BUTTON_SECRET"],
    [
      { NEXTCLOUD_SERVER: "https://n.example", NEXTCLOUD_TALK_USERNAME: "u" },
      "NEXTCLOUD_TALK_PASSWORD",
    ],
    [{ CONSTRUCTOR_GROUPS_ACCESS_KEY: "k" }, "CONSTRUCTOR_GROUPS_URL"],
    [{ VIDEO_ZOOM_CLIENT_SECRET: "s" }, "VIDEO_ZOOM_CLIENT_ID"],
    [{ VIDEO_ZOOM_SERVER_TO_SERVER_ACCOUNT_ID: "a" }, "VIDEO_ZOOM_CLIENT_ID"],
    [{ VIDEO_WEBEX_CLIENT_ID: "c" }, "VIDEO_WEBEX_CLIENT_SECRET"],
    [{ JITSI_SERVER_URL: "meet.example" }, "JITSI_SERVER_URL"],
    [{ NEXTCLOUD_SERVER: "ftp://n.example" }, "NEXTCLOUD_SERVER"],
  ] as const)(
    "the configuration of calls %j is refused, naming %s",
    ([given, named], { expect }) => {
      const parse = () => parseConfig(configSchema, { ...needed, ...given });
      expect(parse).toThrow(ConfigError);
      expect(parse).toThrow(named);
    },
  );

  test("the configuration of calls may have slashes behind addresses", ({ expect }) => {
    const given = { JITSI_SERVER_URL: "https://meet.example/", BIG_BLUE_BUTTON_SECRET: "s" };
    const url = { BIG_BLUE_BUTTON_URL: "https://bbb.example/bigbluebutton/" };
    expect(parseConfig(configSchema, { ...needed, ...given, ...url })).toMatchObject({
      JITSI_SERVER_URL: "https://meet.example",
      BIG_BLUE_BUTTON_URL: "https://bbb.example/bigbluebutton",
    });
  });
});

describe("organizations are offered what is configured, and may choose no other", () => {
  const none = useWorld(() => World.create({ JITSI_SERVER_URL: "none" }));
  const all = useCalls();
  const account = useCalls({ VIDEO_ZOOM_SERVER_TO_SERVER_ACCOUNT_ID: "the account" });

  test("an organization is offered no calls where no provider is configured", async ({
    expect,
  }) => {
    expect(await offered(none())).toEqual([["disabled 0"], null, null]);
    for (const video_chat_provider of [3, 4, 5, 6, 7, 8])
      await expect(
        none().request("owner", updateRealm, { video_chat_provider }),
      ).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: `Invalid video_chat_provider ${video_chat_provider}`,
      });
    await none().request("owner", updateRealm, { video_chat_provider: 0 });
  });

  test("an organization is offered what is configured, with either kind of Zoom, and chooses nothing else", async ({
    expect,
  }) => {
    const jitsi = "https://meet.jit.si";
    const others = ["constructor_groups 6", "nextcloud_talk 7", "webex 8"];
    expect(await offered(all().world)).toEqual([
      ["disabled 0", "jitsi_meet 1", "zoom 3", "big_blue_button 4", ...others],
      jitsi,
      jitsi,
    ]);
    expect(await offered(account().world)).toEqual([
      ["disabled 0", "jitsi_meet 1", "big_blue_button 4", "zoom_server_to_server 5", ...others],
      jitsi,
      jitsi,
    ]);
    const { world } = all();
    await world.events();
    await world.request("owner", updateRealm, { video_chat_provider: 8 });
    expect(eventsFor(world.people.alice.id, await world.events())).toContainEqual(
      expect.objectContaining({ type: "realm", property: "video_chat_provider", value: 8 }),
    );
    const other = world.request("owner", updateRealm, { video_chat_provider: 5 });
    await expect(other).rejects.toMatchObject({ message: "Invalid video_chat_provider 5" });
  });
});
