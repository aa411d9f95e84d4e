import { moveTopicPreferences, setTopicVisibility } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Person } from "../people.ts";
import { kinds, type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
let open: number;
let secret: number;
beforeEach(async () => {
  realm = world().realm();
  await realm.subscribe("owner", ["open"]);
  await realm.subscribe("owner", ["secret"], {
    invite_only: true,
    principals: [realm.people.id("owner"), realm.people.id("alice")],
  });
  [open, secret] = [await realm.channelId("open"), await realm.channelId("secret")];
});

function set(name: Person, topic: string, visibility_policy: number) {
  return realm.request(name, setTopicVisibility, { stream_id: open, topic, visibility_policy });
}

function move(channelId: number, topic: string, { isMerge = false, key = "1" } = {}) {
  const from = { channelId: open, topic: "old" };
  const to = { channelId, topic };
  return realm.call("owner", moveTopicPreferences, { realmId: realm.id, from, to, isMerge, key });
}

async function preferences(name: Person) {
  const { sections } = await realm.register(name);
  return (sections["user_topics"] ?? []).map((announced) => [
    announced["stream_id"],
    announced["topic_name"],
    announced["visibility_policy"],
  ]);
}

describe("preferences of a topic that moves (docs/behaviour/subscriptions.md#preferences-that-move)", () => {
  test("preferences of a topic that moves move along, and each user is told of one's own", async ({
    expect,
  }) => {
    await set("alice", "Old", 1);
    await set("guest", "other", 3).catch(() => undefined);
    await set("admin", "old", 3);
    await set("admin", "new", 1);
    await set("owner", "new", 2);
    const heard = await realm.events(() => move(open, "new"));
    expect(kinds(heard)).toEqual([
      ["muted_topics", ["admin"]],
      ["muted_topics", ["alice"]],
      ["user_topic", ["admin", "alice"]],
      ["user_topic", ["admin"]],
      ["user_topic", ["alice"]],
    ]);
    expect(heard.at(-1)?.event).toMatchObject({ topic_name: "new", visibility_policy: 1 });
    expect(await preferences("alice")).toEqual([[open, "new", 1]]);
    expect(await preferences("admin")).toEqual([[open, "new", 3]]);
    expect(await preferences("owner")).toEqual([[open, "new", 2]]);
  });

  test.for([
    { moved: 1, there: 0, merged: [] },
    { moved: 1, there: 2, merged: [2] },
    { moved: 3, there: 2, merged: [3] },
    { moved: 2, there: 3, merged: [3] },
    { moved: 0, there: 1, merged: [] },
    { moved: 1, there: 1, merged: [1] },
  ])("$moved merged into $there shows more", async ({ moved, there, merged }, { expect }) => {
    await set("alice", "old", moved);
    await set("alice", "new", there);
    await move(open, "new", { isMerge: true });
    const { sections } = await realm.register("alice");
    const left = (sections["user_topics"] ?? []).map((announced) => announced["visibility_policy"]);
    expect(left).toEqual(merged);
  });

  test("preferences of a topic that moves come to another channel only for those who may read there", async ({
    expect,
  }) => {
    await set("alice", "old", 3);
    await set("bob", "old", 3);
    await move(secret, "new");
    expect(await preferences("alice")).toEqual([[secret, "new", 3]]);
    expect(await preferences("bob")).toEqual([]);
  });

  test("preferences of a topic that moves move once for each key, and not between spellings of one topic", async ({
    expect,
  }) => {
    await set("alice", "old", 3);
    await move(open, "OLD", { key: "0" });
    expect(await preferences("alice")).toEqual([[open, "old", 3]]);
    await move(open, "new", { key: "1" });
    await set("alice", "old", 1);
    await move(open, "new", { key: "1" });
    expect(await preferences("alice")).toEqual([
      [open, "new", 3],
      [open, "old", 1],
    ]);
    await move(open, "new", { key: "2" });
    expect(await preferences("alice")).toEqual([[open, "new", 1]]);
  });
});
