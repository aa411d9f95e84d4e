import {
  listTopicListeners,
  setTopicVisibility,
  subscribe,
  unsubscribe,
  updateSubscriptionProperties,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Person } from "../people.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
let channelId: number;
beforeEach(async () => {
  realm = world().realm();
  await realm.request("owner", subscribe, { subscriptions: [{ name: "general" }] });
  for (const name of ["alice", "bob"] as const)
    await realm.request(name, subscribe, { subscriptions: [{ name: "general" }] });
  channelId = (await realm.state()).channels[0]?.id ?? 0;
});

const id = (name: Person) => realm.people.id(name);
const quiet = { isMuted: false, pushes: null, emails: null, wildcards: null, policy: 0 };

async function listeners(userIds: readonly number[] = [], topic = "Lunch") {
  const asked = { realmId: realm.id, channelId, topic, userIds: [...userIds] };
  const found = await realm.call("alice", listTopicListeners, asked);
  return found.listeners.toSorted((a, b) => a.userId - b.userId);
}

const set = (name: Person, property: string, value: boolean) =>
  realm.request(name, updateSubscriptionProperties, {
    subscription_data: [{ stream_id: channelId, property, value }],
  });

describe("who wants to hear of a topic (docs/behaviour/notifications.md#who-is-notified)", () => {
  test("subscribers are told of when they are asked about, others never", async ({ expect }) => {
    expect(await listeners()).toEqual([]);
    await realm.request("bob", unsubscribe, { subscriptions: ["general"] });
    const asked = [id("alice"), id("bob"), 999_999];
    expect(await listeners(asked)).toEqual([{ ...quiet, userId: id("alice") }]);
  });

  test("people who have the channel pushed, or follow the topic in whatever case, are told of unasked", async ({
    expect,
  }) => {
    await set("alice", "push_notifications", true);
    await set("alice", "is_muted", true);
    const followed = { stream_id: channelId, topic: "lunch", visibility_policy: 3 } as const;
    await realm.request("bob", setTopicVisibility, followed);
    const alice = { ...quiet, userId: id("alice"), pushes: true, isMuted: true };
    const bob = { ...quiet, userId: id("bob"), policy: 3 };
    expect(await listeners()).toEqual([alice, bob].toSorted((a, b) => a.userId - b.userId));
    expect(await listeners([], "dinner")).toEqual([alice]);
    await realm.request("bob", unsubscribe, { subscriptions: ["general"] });
    expect(await listeners()).toEqual([alice]);
  });

  test("people who have e-mail about the channel are told of unasked", async ({ expect }) => {
    await set("alice", "email_notifications", true);
    await set("bob", "email_notifications", false);
    expect(await listeners()).toEqual([{ ...quiet, userId: id("alice"), emails: true }]);
  });

  test("what is said of a subscriber is of this channel and topic alone", async ({ expect }) => {
    await set("alice", "wildcard_mentions_notify", false);
    const muted = { stream_id: channelId, topic: "lunch", visibility_policy: 1 } as const;
    await realm.request("alice", setTopicVisibility, muted);
    const announced = { ...quiet, userId: id("alice"), wildcards: false };
    expect(await listeners([id("alice")])).toEqual([{ ...announced, policy: 1 }]);
    expect(await listeners([id("alice")], "dinner")).toEqual([announced]);
  });
});
