import { archiveChannel, setTopicVisibility, setTopicVisibilityFor } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Person } from "../people.ts";
import { kinds, type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
let channelId: number;
beforeEach(async () => {
  realm = world().realm();
  await realm.subscribe("owner", ["a"]);
  channelId = await realm.channelId("a");
});

const id = (name: Person) => realm.people.id(name);

function setFor(names: readonly Person[], policy: 2 | 3, keepMuted = false) {
  const place = { realmId: realm.id, channelId, topic: "Lunch" };
  const userIds = names.map((name) => id(name));
  return realm.call("owner", setTopicVisibilityFor, { ...place, userIds, policy, keepMuted });
}

function set(name: Person, visibility_policy: number) {
  const given = { stream_id: channelId, topic: "lunch", visibility_policy };
  return realm.request(name, setTopicVisibility, given);
}

describe("a topic's visibility set for several users (docs/behaviour/subscriptions.md#automatic-preferences)", () => {
  test("a topic's visibility set for several users changes only those who see less of it, and tells each", async ({
    expect,
  }) => {
    await set("alice", 3);
    await set("bob", 1);
    await set("admin", 2);
    const names = ["alice", "bob", "admin", "guest", "gone"] as const;
    const heard = await realm.events(async () => {
      expect(await setFor(names, 2)).toEqual({ changedUserIds: [id("bob"), id("guest")] });
      expect(await setFor(names, 3)).toEqual({
        changedUserIds: [id("admin"), id("bob"), id("guest")],
      });
      expect(await setFor(names, 3)).toEqual({ changedUserIds: [] });
    });
    expect(kinds(heard)).toEqual([
      ["muted_topics", ["bob"]],
      ["user_topic", ["bob", "guest"]],
      ["user_topic", ["admin", "bob", "guest"]],
    ]);
    expect(heard[0]?.event).toMatchObject({ muted_topics: [] });
    expect(heard[1]?.event).toMatchObject({
      stream_id: channelId,
      topic_name: "Lunch",
      visibility_policy: 2,
    });
  });

  test("a topic's visibility set for several users stays for those who muted it and are only mentioned", async ({
    expect,
  }) => {
    await set("alice", 1);
    expect(await setFor(["alice", "owner"], 3, true)).toEqual({ changedUserIds: [id("owner")] });
  });

  test("a topic's visibility set for several users does nothing in archived channels and those that do not exist", async ({
    expect,
  }) => {
    await realm.request("owner", archiveChannel, { stream_id: channelId });
    expect(await setFor(["owner"], 3)).toEqual({ changedUserIds: [] });
    channelId = 0;
    expect(await setFor(["owner"], 3)).toEqual({ changedUserIds: [] });
  });

  test("a topic's visibility set for several users is told to register and to other services", async ({
    expect,
  }) => {
    await setFor(["guest"], 3);
    const { sections } = await realm.register("guest");
    expect(sections["user_topics"]).toMatchObject([{ topic_name: "Lunch", visibility_policy: 3 }]);
    expect((await realm.state()).topicPolicies).toMatchObject([{ userId: id("guest"), policy: 3 }]);
  });
});
