import { archiveChannel, listSubscriptions, unsubscribe, updateChannel } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { actives, groupIds, type Person } from "../people.ts";
import { insufficient, refusalOf, refused } from "../refusal-of.ts";
import { kinds, nonGuests, type Realm, without, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

const leave = (name: Person, subscriptions: string[], principals: number[] = []) =>
  realm.request(name, unsubscribe, { subscriptions, principals });

describe("DELETE /users/me/subscriptions (docs/behaviour/subscriptions.md#unsubscribing)", () => {
  test("unsubscribing refuses unknown channels and hidden ones in the same words", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["secret"], { invite_only: true });
    expect(await refusalOf(leave("bob", ["secret"]))).toEqual(
      refused("Channel(s) (secret) do not exist"),
    );
    expect(await refusalOf(leave("bob", ["secrets", "nowhere"]))).toEqual(
      refused("Channel(s) (secrets, nowhere) do not exist"),
    );
  });

  test("unsubscribing refuses principals that do not exist", async ({ expect }) => {
    await realm.subscribe("alice", ["a"]);
    expect(await refusalOf(leave("owner", ["a"], [5]))).toEqual(refused("No such user"));
  });

  // See docs/behaviour/subscriptions.md#principals.
  test("unsubscribing refuses users whom a guest may not see like those who do not exist", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["shown"], { principals: [id("guest")] });
    realm.people.unseen.add(id("owner")).add(id("gone"));
    const { email } = realm.people.record("owner");
    const ask = (name: Person, principals: number[] | string[]) =>
      refusalOf(realm.request(name, unsubscribe, { subscriptions: ["shown"], principals }));
    for (const principals of [[id("owner")], [id("gone")], [5], [email], ["nobody@example.com"]])
      expect(await ask("guest", principals as number[]), principals.join()).toEqual(
        refused("No such user"),
      );
    expect(await ask("guest", [id("alice")])).toEqual(insufficient);
    expect(await ask("alice", [id("owner")])).toEqual(insufficient);
    expect(await ask("alice", [id("gone")])).toEqual(refused("User is deactivated"));
  });

  test("removing others is for administrators, channel administrators and those the channel names", async ({
    expect,
  }) => {
    await realm.subscribe("moderator", ["a"], {
      principals: actives.map((name) => id(name)),
      can_remove_subscribers_group: groupIds.readers,
    });
    const remove = (name: Person, other: Person) => refusalOf(leave(name, ["a"], [id(other)]));
    expect(await remove("alice", "bob")).toEqual(insufficient);
    expect(await remove("alice", "bot")).toBe("accepted");
    expect(await remove("bob", "reader")).toEqual(insufficient);
    for (const [name, other] of [
      ["admin", "bob"],
      ["moderator", "alice"],
      ["reader", "guest2"],
      ["admin", "owner"],
    ] as const)
      expect(await remove(name, other)).toBe("accepted");
  });

  test("everybody may leave, guests too, and what was not subscribed is said", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["a", "b"], { principals: [id("guest")] });
    await realm.subscribe("owner", ["b"]);
    await leave("guest", ["a"]);
    expect(await leave("owner", ["A", "b"])).toEqual({ removed: ["b"], not_removed: ["a"] });
    const { subscriptions } = await realm.request("guest", listSubscriptions, {});
    expect(subscriptions.map(({ name }) => name)).toEqual(["b"]);
    const { memberships } = await realm.state();
    expect(memberships.filter(({ active }) => active)).toHaveLength(1);
    expect(memberships).toHaveLength(3);
  });

  test("whoever leaves hears of it, then those who may see subscribers", async ({ expect }) => {
    await realm.subscribe("owner", ["a", "b"], { principals: [id("alice"), id("bob")] });
    const heard = await realm.events(() => leave("owner", ["a"], [id("alice"), id("bob")]));
    expect(kinds(heard)).toEqual([
      ["subscription remove", ["alice", "bob"]],
      ["subscription peer_remove", without(nonGuests, "alice", "bob")],
      ["subscription peer_remove", ["bob"]],
      ["subscription peer_remove", ["alice"]],
    ]);
    const channelId = await realm.channelId("a");
    expect(heard.slice(0, 3).map(({ event }) => event)).toEqual([
      { type: "subscription", op: "remove", subscriptions: [{ name: "a", stream_id: channelId }] },
      {
        type: "subscription",
        op: "peer_remove",
        stream_ids: [channelId],
        user_ids: [id("alice"), id("bob")],
      },
      {
        type: "subscription",
        op: "peer_remove",
        stream_ids: [channelId],
        user_ids: [id("alice")],
      },
    ]);
  });

  test("each of many who leave hears of all others once, and of nobody but them", async ({
    expect,
  }) => {
    const leavers = ["owner", "admin", "alice", "bob", "bot"] as const;
    const principals = leavers.map((name) => id(name));
    await realm.subscribe("owner", ["a"], { principals });
    const heard = await realm.events(() => leave("owner", ["a"], principals));
    const left = heard.filter(({ event }) => event["op"] === "peer_remove");
    for (const leaver of leavers) {
      const announced = left.filter(({ to }) => to.includes(leaver));
      expect(announced.flatMap(({ event }) => event["user_ids"])).toHaveLength(4);
      expect(new Set(announced.flatMap(({ event }) => event["user_ids"]))).toEqual(
        new Set(leavers.filter((other) => other !== leaver).map((other) => id(other))),
      );
    }
  });

  test("channels vanish for those who may not know of them any more", async ({ expect }) => {
    await realm.subscribe("alice", ["secret"], {
      invite_only: true,
      principals: [id("alice"), id("bob"), id("guest"), id("admin")],
    });
    const all = [id("bob"), id("guest"), id("admin")];
    const heard = await realm.events(() => leave("owner", ["secret"], all));
    const channelId = await realm.channelId("secret");
    expect(kinds(heard)).toEqual([
      ["subscription remove", ["admin", "bob", "guest"]],
      ["subscription peer_remove", ["owner", "alice"]],
      ["subscription peer_remove", ["admin"]],
      ["subscription peer_remove", ["admin"]],
      ["stream delete", ["bob", "guest"]],
    ]);
    expect(heard[4]?.event).toEqual({
      type: "stream",
      op: "delete",
      streams: [{ stream_id: channelId }],
      stream_ids: [channelId],
    });
    const { sections } = await realm.register("bob");
    expect(sections).toMatchObject({ streams: [], unsubscribed: [], subscriptions: [] });
  });

  // See docs/behaviour/channels.md#archiving.
  test("whatever is told of an archived channel says so, for clients that do not know it", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["secret"], {
      invite_only: true,
      principals: [id("alice"), id("bob")],
    });
    const stream_id = await realm.channelId("secret");
    await realm.request("owner", archiveChannel, { stream_id });
    const heard = await realm.events(async () => {
      await leave("owner", ["secret"], [id("bob")]);
      await realm.request("owner", updateChannel, { stream_id, description: "Old" });
    });
    expect(kinds(heard).map(([kind]) => kind)).toEqual([
      "subscription remove",
      "subscription peer_remove",
      "stream delete",
      "stream update",
    ]);
    for (const { internal } of heard) expect(internal).toEqual({ archived_channels: [stream_id] });
  });

  test("nothing happens when nobody was subscribed", async ({ expect }) => {
    await realm.subscribe("owner", ["a"]);
    expect(await realm.events(() => leave("alice", ["a"]))).toEqual([]);
  });
});
