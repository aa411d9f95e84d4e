import { archiveChannel, type InputOf, listChannels } from "@team-chat/contract";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { groupIds, type Person } from "../people.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

type Selectors = Partial<InputOf<typeof listChannels>>;

const none: Selectors = { include_public: false, include_subscribed: false };

async function names(name: Person, selectors: Selectors = {}): Promise<string[]> {
  const { streams } = await realm.request(name, listChannels, selectors);
  return streams.map((channel) => channel.name);
}

/** One channel of every kind, and who may see them. */
async function furnish(): Promise<void> {
  realm.people.configure({ enable_spectator_access: true });
  await realm.subscribe("admin", ["default"], { is_default_stream: true });
  await realm.subscribe("owner", ["web"], { is_web_public: true });
  await realm.subscribe("owner", ["public"], { principals: [id("guest")] });
  await realm.subscribe("alice", ["private"], { invite_only: true });
  await realm.subscribe("alice", ["administered"], {
    invite_only: true,
    can_administer_channel_group: groupIds.helpers,
  });
  await realm.subscribe("alice", ["joinable"], {
    invite_only: true,
    can_subscribe_group: groupIds.helpers,
  });
  await realm.subscribe("owner", ["old"]);
  await realm.request("owner", archiveChannel, { stream_id: await realm.channelId("old") });
}

describe("GET /streams (docs/behaviour/channels.md#listing-channels)", () => {
  test("a selector that is no boolean is refused", async ({ expect }) => {
    await expect(
      realm.request("alice", withAnyParams(listChannels), { include_all: "yes" }),
    ).rejects.toThrow("include_all is not");
  });

  test("GET /streams lists public channels and one's own unless told otherwise", async ({
    expect,
  }) => {
    await furnish();
    expect(await names("bob")).toEqual(["default", "public", "web"]);
    expect(await names("alice")).toEqual([
      "administered",
      "default",
      "joinable",
      "private",
      "public",
      "web",
    ]);
    expect(await names("guest")).toEqual(["public"]);
    expect(await names("guest2")).toEqual([]);
  });

  test("GET /streams lists nothing when nothing is selected", async ({ expect }) => {
    await furnish();
    expect(await names("owner", none)).toEqual([]);
  });

  test("GET /streams selects web-public, subscribed, default and archived channels", async ({
    expect,
  }) => {
    await furnish();
    expect(await names("guest2", { ...none, include_web_public: true })).toEqual(["web"]);
    expect(await names("bob", { ...none, include_default: true })).toEqual(["default"]);
    expect(await names("admin", { ...none, include_subscribed: true })).toEqual(["default"]);
    expect(await names("bob", { exclude_archived: false })).toContain("old");
  });

  test("include_all shows what one may know of, whatever else is selected", async ({ expect }) => {
    await furnish();
    const open = ["default", "public", "web"];
    for (const all of [{ include_all: true }, { include_all_active: true }]) {
      expect(await names("owner", { ...none, ...all })).toEqual(
        ["administered", "joinable", "private", ...open].toSorted(),
      );
      expect(await names("reader", all)).toEqual(["administered", "joinable", ...open].toSorted());
      expect(await names("bob", all)).toEqual(open);
      expect(await names("guest", all)).toEqual(["public", "web"]);
    }
  });

  test("include_can_access_content shows what one may read", async ({ expect }) => {
    await furnish();
    const content = { include_can_access_content: true };
    expect(await names("owner", content)).toEqual(["default", "public", "web"]);
    expect(await names("reader", content)).toEqual(["default", "joinable", "public", "web"]);
    expect(await names("guest", content)).toEqual(["public", "web"]);
  });

  test("bots are shown every channel of their owner when asked, private ones too, and others none by it", async ({
    expect,
  }) => {
    await furnish();
    const owners = { ...none, include_owner_subscribed: true };
    await realm.subscribe("alice", ["public"]);
    const subscribed = ["administered", "joinable", "private", "public"];
    expect(await names("bot", owners)).toEqual(subscribed);
    expect(await names("bot", { ...owners, include_public: true })).toEqual(
      [...subscribed, "default", "web"].toSorted(),
    );
    expect(await names("alice", owners)).toEqual([]);
    await realm.request("admin", archiveChannel, { stream_id: await realm.channelId("private") });
    expect(await names("bot", owners)).toEqual(["administered", "joinable", "public"]);
  });

  test("bots are shown their owner's channels beside all or the readable ones that they may know of", async ({
    expect,
  }) => {
    await furnish();
    const owners = { ...none, include_owner_subscribed: true };
    const open = ["default", "public", "web"];
    expect(await names("bot", { ...none, include_all: true })).toEqual(open);
    expect(await names("bot", { ...owners, include_all: true })).toEqual(open);
    expect(await names("bot", { ...owners, include_can_access_content: true })).toEqual(
      ["administered", "joinable", "private", ...open].toSorted(),
    );
  });

  test("GET /streams says which are default channels only when asked", async ({ expect }) => {
    await furnish();
    const all = await realm.request("bob", listChannels, { include_default: true });
    expect(all.streams.map(({ is_default }) => is_default)).toEqual([true, false, false]);
    const plain = await realm.request("bob", listChannels, {});
    expect(plain.streams[0]).not.toHaveProperty("is_default");
  });

  // See docs/behaviour/channels.md#channel-object.
  test("GET /streams derives the old posting policy from the permission to post", async ({
    expect,
  }) => {
    const policies = {
      "role:everyone": [1, false],
      "role:administrators": [2, true],
      "role:fullmembers": [3, false],
      "role:moderators": [4, false],
      readers: [1, false],
    } as const;
    for (const group of Object.keys(policies) as (keyof typeof policies)[])
      await realm.subscribe("owner", [group], { can_send_message_group: groupIds[group] });
    const { streams } = await realm.request("owner", listChannels, {});
    const shown = streams.map((channel) => [
      channel.name,
      [channel.stream_post_policy, channel.is_announcement_only],
    ]);
    expect(Object.fromEntries(shown)).toEqual(policies);
  });

  test("GET /streams shows no deactivated users in permissions", async ({ expect }) => {
    await realm.subscribe("owner", ["a"], {
      can_send_message_group: {
        direct_members: [id("alice"), id("bob")],
        direct_subgroups: [groupIds.readers],
      },
    });
    realm.people.change("bob", { isActive: false });
    const { streams } = await realm.request("owner", listChannels, {});
    expect(streams[0]?.can_send_message_group).toEqual({
      direct_members: [id("alice")],
      direct_subgroups: [groupIds.readers],
    });
  });
});
