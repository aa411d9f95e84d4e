import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { actives, groupIds, type Person } from "../people.ts";
import { kinds, nonGuests, type Realm, without, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

describe("who hears of subscribing (docs/behaviour/subscriptions.md#effects-of-subscribing)", () => {
  test("subscribing to a public channel is told to all but guests, and to guests when they are subscribed", async ({
    expect,
  }) => {
    const heard = await realm.events(() =>
      realm.subscribe("alice", ["a", "b"], { principals: [id("alice"), id("guest")] }),
    );
    expect(kinds(heard)).toEqual([
      ["stream create", without(actives, "guest2")],
      ["subscription add", ["alice", "guest"]],
      ["subscription peer_add", without(nonGuests, "alice")],
    ]);
    const ids = [await realm.channelId("a"), await realm.channelId("b")];
    expect(heard[2]?.event).toEqual({
      type: "subscription",
      op: "peer_add",
      stream_ids: ids,
      user_ids: [id("alice"), id("guest")],
    });
  });

  test("subscribing to a private channel is told to administrators, permission holders and subscribers", async ({
    expect,
  }) => {
    const heard = await realm.events(() =>
      realm.subscribe("alice", ["a"], {
        invite_only: true,
        can_add_subscribers_group: groupIds.helpers,
        principals: [id("bob"), id("guest2")],
      }),
    );
    const informed = ["owner", "admin", "alice", "bob", "reader", "guest2"];
    expect(kinds(heard)).toEqual([
      ["stream create", informed],
      ["subscription add", ["bob", "guest2"]],
      ["subscription peer_add", ["owner", "admin", "alice", "reader"]],
    ]);
  });

  test("subscribing to a web-public channel is told to everybody", async ({ expect }) => {
    realm.people.configure({ enable_spectator_access: true });
    const heard = await realm.events(() =>
      realm.subscribe("owner", ["web"], { is_web_public: true }),
    );
    expect(kinds(heard)).toEqual([
      ["stream create", actives],
      ["subscription add", ["owner"]],
      ["subscription peer_add", without(actives, "owner")],
    ]);
  });

  test("a new default channel sends all but guests the list of default channels", async ({
    expect,
  }) => {
    await realm.subscribe("admin", ["first"], { is_default_stream: true });
    const heard = await realm.events(() =>
      realm.subscribe("admin", ["second"], { is_default_stream: true }),
    );
    expect(kinds(heard)[1]).toEqual(["default_streams", nonGuests]);
    expect(heard[1]?.event["default_streams"]).toEqual([
      await realm.channelId("first"),
      await realm.channelId("second"),
    ]);
  });

  test("whoever gains sight of an existing channel is shown it before being subscribed", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["private"], { invite_only: true });
    const heard = await realm.events(() =>
      realm.subscribe("alice", ["private"], {
        principals: [id("admin"), id("bob"), id("guest")],
      }),
    );
    expect(kinds(heard)).toEqual([
      ["stream create", ["bob", "guest"]],
      ["subscription add", ["admin", "bob", "guest"]],
      ["subscription peer_add", ["owner", "alice"]],
    ]);
  });

  test("nobody hears anything when nothing changes", async ({ expect }) => {
    await realm.subscribe("alice", ["a"]);
    const { version } = await realm.state();
    expect(await realm.events(() => realm.subscribe("alice", ["A"]))).toEqual([]);
    expect((await realm.state()).version).toBe(version);
  });

  test("the event of a subscription has all fields, the subscribers and what null means to the user", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a"]);
    realm.people.change("alice", {
      settings: { enable_stream_push_notifications: true },
    });
    const heard = await realm.events(() => realm.subscribe("alice", ["a"]));
    const [add] = heard;
    const { sections } = await realm.register("alice");
    expect(add?.event["subscriptions"]).toEqual(sections["subscriptions"]);
    expect(sections["subscriptions"]?.[0]?.["subscribers"]).toEqual([id("owner"), id("alice")]);
    expect(add?.internal).toEqual({
      notification_defaults: {
        desktop_notifications: false,
        email_notifications: false,
        push_notifications: true,
        audible_notifications: false,
      },
    });
  });

  test("a channel is the same in the event of its creation and in a fresh register, but for who joined since", async ({
    expect,
  }) => {
    const heard = await realm.events(() => realm.subscribe("alice", ["a"]));
    const [channel] = (await realm.register("bob")).sections["streams"] ?? [];
    expect(heard[0]?.event["streams"]).toEqual([{ ...channel, subscriber_count: 0 }]);
  });
});
