import {
  archiveChannel,
  getSpectatorAccess,
  parseSections,
  registerOperations,
} from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());

async function isAdmitted(realm: Realm): Promise<boolean> {
  const { admitted } = await realm.call("alice", getSpectatorAccess, { realmId: realm.id });
  return admitted;
}

function register(realm: Realm, fetch: string[] | null = null, of = world()) {
  const identity: Identity = {
    kind: "anonymous",
    realm: realm.caller("alice").realm,
    client: "tests",
  };
  const request = {
    fetch,
    clientGravatar: false,
    includeSubscribers: "false",
    slimPresence: true,
    presenceHistoryLimitDays: 14,
    capabilities: {},
  } as const;
  const options = { realmId: realm.id };
  return of.pool.call(
    registerOperations.channels,
    identity,
    { ...request, fetch: fetch && [...fetch] },
    options,
  );
}

const refused = {
  code: "UNAUTHORIZED",
  message: "Not logged in: API authentication or user session required",
};

describe("spectators (docs/behaviour/api.md#requests-without-an-account)", () => {
  test("spectators are kept out until organization and channel allow it, and after either stops to", async ({
    expect,
  }) => {
    const realm = world().realm();
    await realm.subscribe("owner", ["plain"]);
    expect(await isAdmitted(realm)).toBe(false);
    realm.people.configure({ enable_spectator_access: true });
    expect(await isAdmitted(realm)).toBe(false);
    await expect(register(realm)).rejects.toMatchObject(refused);
    await realm.subscribe("owner", ["web"], { is_web_public: true });
    expect(await isAdmitted(realm)).toBe(true);
    await realm.request("owner", archiveChannel, { stream_id: await realm.channelId("web") });
    expect(await isAdmitted(realm)).toBe(false);
    await realm.subscribe("owner", ["web too"], { is_web_public: true });
    expect(await isAdmitted(realm)).toBe(true);
    realm.people.configure({ enable_spectator_access: false });
    expect(await isAdmitted(realm)).toBe(false);
    await expect(register(realm)).rejects.toMatchObject(refused);
  });

  test("spectators are kept out of every organization when the installation has none", async ({
    expect,
  }) => {
    await using other = await World.create({ WEB_PUBLIC_STREAMS_ENABLED: false });
    const realm = other.realm();
    realm.people.configure({ enable_spectator_access: true });
    await expect(register(realm, null, other)).rejects.toMatchObject(refused);
  });
});

describe("what spectators are told of channels (docs/behaviour/events.md#spectators)", () => {
  test("spectators are shown the web-public channels as if subscribed, and nothing that is somebody's", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.people.configure({ enable_spectator_access: true });
    await realm.subscribe("owner", ["plain"]);
    await realm.subscribe("owner", ["closed"], { invite_only: true });
    await realm.subscribe("owner", ["web"], { is_web_public: true, is_default_stream: true });
    const sections = parseSections(await register(realm));
    const lists = Object.entries(sections) as [string, unknown[]][];
    const filled = lists.filter(([, list]) => list.length > 0);
    expect(filled).toEqual([
      [
        "subscriptions",
        [
          expect.objectContaining({
            name: "web",
            is_web_public: true,
            desktop_notifications: false,
            pin_to_top: false,
          }),
        ],
      ],
    ]);
    expect(lists.map(([key]) => key).toSorted()).toEqual([
      "channel_folders",
      "never_subscribed",
      "realm_default_stream_groups",
      "realm_default_streams",
      "subscriptions",
      "unsubscribed",
      "user_topics",
    ]);
    expect(JSON.stringify(sections)).not.toContain('"subscribers"');
    const older = parseSections(await register(realm, ["muted_topics", "stream"]));
    expect(older).toEqual({ muted_topics: [] });
  });
});
