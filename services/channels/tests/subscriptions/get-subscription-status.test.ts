import { getSubscriptionStatus } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { type Person } from "../people.ts";
import { invalidId, refusalOf, refused } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);

const ask = (name: Person, user_id: number, stream_id: number) =>
  realm.request(name, getSubscriptionStatus, { user_id, stream_id });

describe("whether somebody is subscribed (docs/behaviour/subscriptions.md#subscribers-of-a-channel)", () => {
  test("unknown users, and channels the caller may not know of, are refused", async ({
    expect,
  }) => {
    await realm.subscribe("alice", ["secret"], { invite_only: true });
    const secret = await realm.channelId("secret");
    expect(await refusalOf(ask("owner", 5, secret))).toEqual(refused("No such user"));
    expect(await refusalOf(ask("owner", id("gone"), secret))).toEqual(
      refused("User is deactivated"),
    );
    expect(await refusalOf(ask("bob", id("alice"), secret))).toEqual(invalidId);
    expect(await refusalOf(ask("bob", id("alice"), 0))).toEqual(invalidId);
  });

  test("whoever sees the channel learns whether anybody is subscribed", async ({ expect }) => {
    await realm.subscribe("alice", ["secret"], { invite_only: true });
    const secret = await realm.channelId("secret");
    expect(await ask("admin", id("alice"), secret)).toEqual({ is_subscribed: true });
    expect(await ask("alice", id("admin"), secret)).toEqual({ is_subscribed: false });
  });

  test("guests are refused users whom they may not see, as if there were none (docs/behaviour/users.md#users-hidden-from-guests)", async ({
    expect,
  }) => {
    const principals = [id("owner"), id("guest")];
    await realm.subscribe("owner", ["open"], { principals });
    const open = await realm.channelId("open");
    expect(await ask("guest", id("owner"), open)).toEqual({ is_subscribed: true });
    realm.people.unseen.add(id("owner"));
    expect(await refusalOf(ask("guest", id("owner"), open))).toEqual(refused("No such user"));
    expect(await ask("alice", id("owner"), open)).toEqual({ is_subscribed: true });
  });
});
